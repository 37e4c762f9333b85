# What the plugin jekyll-redirect-from makes: a page with a link for each URL in `redirect_from`, and one for `redirect_to`.
class Redirects < Jekyll::Generator
  def generate(site)
    (site.pages + site.docs_to_write).each do |page|
      Array(page.data["redirect_from"]).each do |url|
        path = url.end_with?("/") ? "#{url}index.html" : url.sub(/(\.html)?$/, ".html")
        add(site, path.delete_prefix("/"), page.url)
      end
      page.content = "<a href=\"#{page.data['redirect_to']}\"></a>" if page.data["redirect_to"]
    end
  end

  def add(site, path, target)
    page = Jekyll::PageWithoutAFile.new(site, site.source, File.dirname(path), File.basename(path))
    page.content = "<a href=\"#{target}\"></a>"
    page.data["layout"] = nil
    site.pages << page
  end
end

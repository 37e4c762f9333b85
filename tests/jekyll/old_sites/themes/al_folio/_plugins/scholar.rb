# The tags of jekyll-scholar for small bibliographies: a key and a value a line, the value in braces, the newest entry first.
module Scholar
  LINKS = %w[html pdf code slides poster video blog website].freeze

  def self.entries(site)
    text = File.read(File.join(site.source, "_bibliography", "papers.bib"))
    entries = text.scan(/^@(\w+)\{([^,]+),\n(.*?)^\}/m).map do |type, key, fields|
      fields.scan(/^\s*(\w+)\s*=\s*\{(.*)\},?$/).to_h.merge("type" => type, "key" => key)
    end
    entries.sort_by.with_index { |entry, place| [-entry["year"].to_i, place] }
  end

  def self.names(entry)
    entry["author"].split(" and ").map { |name| name.split(", ").reverse.join(" ") }.join(", ")
  end

  def self.url(name, value)
    value.include?("://") ? value : "/assets/#{name == 'html' ? 'html' : 'pdf'}/#{value}"
  end

  def self.html(entry, site)
    venue = (site.data["venues"] || {})[entry["abbr"]] || {}
    abbr = venue["url"] ? "<a href=\"#{venue['url']}\">#{entry['abbr']}</a>" : entry["abbr"]
    parts = [abbr, entry["title"], names(entry), entry["journal"] || entry["booktitle"] || entry["school"], entry["year"]]
    parts += [entry["note"], entry["additional_info"], entry["annotation"], entry["abstract"], entry["award"]]
    parts << "<img src=\"/assets/img/publication_preview/#{entry['preview']}\" alt=\"\">" if entry["preview"]
    parts << "<a href=\"http://arxiv.org/abs/#{entry['arxiv']}\">arXiv</a>" if entry["arxiv"]
    parts += LINKS.select { |name| entry[name] }.map { |name| "<a href=\"#{url(name, entry[name])}\"></a>" }
    parts += coauthors(entry, site)
    "<li>#{parts.compact.join('. ')}</li>"
  end

  def self.coauthors(entry, site)
    (site.data["coauthors"] || {}).select { |name, _| entry["author"].downcase.include?(name) }
      .flat_map { |_, people| people.map { |person| "<a href=\"#{person['url']}\"></a>" } }
  end
end

class Bibliography < Liquid::Tag
  def initialize(tag, words, context)
    super
    @words = words
  end

  def render(context)
    site = context.registers[:site]
    entries = Scholar.entries(site)
    words = Liquid::Template.parse(@words).render(context)
    _, name, comparison, value = *words.match(/\[(\w+)(>?=)([^\]]+)\]/)
    entries = entries.select { |entry| comparison == "=" ? entry[name] == value : entry[name] >= value } if name
    cited = context["page"]["cited"] || []
    entries = entries.select { |entry| cited.include?(entry["key"]) } if words.include?("--cited")
    "<ol>#{entries.map { |entry| Scholar.html(entry, site) }.join("\n")}</ol>"
  end
end

class Cite < Bibliography
  def render(context)
    entries = Scholar.entries(context.registers[:site]).to_h { |entry| [entry["key"], entry] }
    keys = @words.split(" --").first.split
    (context.environments.first["page"]["cited"] ||= []).concat(keys)
    "(#{keys.map { |key| "#{Scholar.names(entries[key]).split.last}, #{entries[key]['year']}" }.join('; ')})"
  end
end

Liquid::Template.register_tag("bibliography", Bibliography)
Liquid::Template.register_tag("cite", Cite)

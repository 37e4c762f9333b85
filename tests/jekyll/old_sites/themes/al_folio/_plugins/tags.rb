# The tags of al-folio and of the plugins that it uses, with what they print for a reader.
class Details < Liquid::Block
  def initialize(tag, words, context)
    super
    @words = words.strip
  end

  def converted(text, context)
    context.registers[:site].find_converter_instance(Jekyll::Converters::Markdown).convert(text)
  end

  def render(context)
    "<details><summary>#{@words}</summary>#{converted(super, context)}</details>"
  end
end

class Tab < Details
  def render(context)
    @words = @words.split(" ", 2).last
    super
  end
end

class Tabs < Liquid::Block
end

class Twitter < Liquid::Tag
  def initialize(tag, words, context)
    super
    @words = words.strip
  end

  def render(_context)
    "<a href=\"#{@words.split.first}\"></a>"
  end
end

class Image < Twitter
  def render(_context)
    path = @words[/path:\s*"?([^\s"]+)/, 1]
    "<img src=\"/#{path}\" alt=\"#{@words[/title:\s*"([^"]+)"/, 1]}\">"
  end
end

class Youtube < Twitter
  def render(_context)
    "<a href=\"#{@words.delete('"')}\"></a>"
  end
end

class Notebook < Twitter
  def render(context)
    "<a href=\"#{context['jupyter_path']}\"></a>"
  end
end

class FileExists < Twitter
  def render(_context)
    "true"
  end
end

{ "details" => Details, "tab" => Tab, "tabs" => Tabs, "twitter" => Twitter, "jupyter_notebook" => Notebook,
  "file_exists" => FileExists, "responsive_image" => Image, "youtube" => Youtube }.each { |name, tag| Liquid::Template.register_tag(name, tag) }

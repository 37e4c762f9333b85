# Reads documents as JSON, one on each line, and answers with what kramdown makes of them, with Jekyll's options.
require "json"
require "kramdown"
require "kramdown-parser-gfm"
require "rouge"

OPTIONS = {
  input: "GFM", hard_wrap: false, auto_ids: true, footnote_nr: 1, entity_output: "as_char", toc_levels: (1..6).to_a,
  smart_quotes: "lsquo,rsquo,ldquo,rdquo", math_engine: "mathjax", show_warnings: false, syntax_highlighter: "rouge",
  syntax_highlighter_opts: { default_lang: "plaintext", guess_lang: true }
}.freeze

if ARGV == ["--version"]
  puts Kramdown::VERSION
  exit
end
$stdin.each_line { |line| puts JSON.generate(Kramdown::Document.new(JSON.parse(line), OPTIONS.dup).to_html) }

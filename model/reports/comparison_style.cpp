#include "reports/comparison_style.h"

#include "core/palette.h"

#include <array>
#include <cstdio>
#include <string_view>

namespace loupe {

namespace {

/// A custom property of the style sheet, "--name". "$name" in the style sheet is replaced by its value.
struct StyleColor {
    std::string_view name;
    ThemeColor color;
};

constexpr StyleColor styleColors[] = {
    {"background", palette::background},
    {"surface", palette::surface},
    {"alternate", palette::alternate},
    {"text", palette::text},
    {"muted", palette::mutedText},
    {"border", palette::border},
    {"grid", palette::grid},
    {"bar", palette::bar},
    {"error", palette::error},
    {"warning", palette::warning},
    {"info", palette::info},
    {"success", palette::success},
    {"same", palette::unread},
    {"nan", palette::nan},
    {"on-nan", {0xffffff, 0x000000}},
    {"on-middle", {0xffffff, 0x000000}}, // color steps that are dark in the light theme and light in the dark theme
    {"side-a", palette::sideA},
    {"side-b", palette::sideB},
    {"difference", palette::difference},
};

constexpr int layerSteps = 12; // of the sequential colors: --s0 to --s11

constexpr std::string_view roots = R"(
:root {
  color-scheme: light dark;
  --background: $background; --surface: $surface; --alternate: $alternate; --text: $text; --muted: $muted;
  --border: $border; --grid: $grid; --bar: $bar; --error: $error; --warning: $warning; --info: $info;
  --success: $success; --same: $same;
  --nan: $nan; --on-nan: $on-nan; --side-a: $side-a; --side-b: $side-b; --difference: $difference;
  --s0: $s0; --s1: $s1; --s2: $s2; --s3: $s3; --s4: $s4; --s5: $s5;
  --s6: $s6; --s7: $s7; --s8: $s8; --s9: $s9; --s10: $s10; --s11: $s11; --on-middle: $on-middle;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: $background; --surface: $surface; --alternate: $alternate; --text: $text; --muted: $muted;
    --border: $border; --grid: $grid; --bar: $bar; --error: $error; --warning: $warning; --info: $info;
    --success: $success; --same: $same;
    --nan: $nan; --on-nan: $on-nan; --side-a: $side-a; --side-b: $side-b; --difference: $difference;
    --s0: $s0; --s1: $s1; --s2: $s2; --s3: $s3; --s4: $s4; --s5: $s5;
    --s6: $s6; --s7: $s7; --s8: $s8; --s9: $s9; --s10: $s10; --s11: $s11; --on-middle: $on-middle;
  }
}
)";

constexpr std::string_view rules = R"(* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--text);
  font: 14px/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 1320px; margin: 0 auto; padding: 24px; }
h1 { font-size: 22px; line-height: 1.3; font-weight: 600; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 16px; font-weight: 600; margin: 32px 0 8px; }
p { margin: 0 0 8px; max-width: 90ch; }
.muted, footer, th { color: var(--muted); }
.verdict { font-size: 16px; display: flex; gap: 8px; align-items: baseline; }
.verdict svg { transform: translateY(2px); }
.mark { width: 14px; height: 14px; flex: none; fill: none; stroke: currentColor; stroke-width: 2;
  vertical-align: -2px; }
.identical { color: var(--same); } .changed, .shape_changed { color: var(--warning); }
.only_a { color: var(--info); } .only_b { color: var(--success); } .not_compared, .failure { color: var(--error); }
.verdict.identical { color: var(--success); }
.counts { display: flex; flex-wrap: wrap; gap: 4px 24px; padding: 0; margin: 8px 0 0; list-style: none; }
.counts span { color: var(--text); }
.counts b { font-weight: 600; font-variant-numeric: tabular-nums; }
.panel { background: var(--surface); border: 1px solid var(--border); border-radius: 4px; overflow-x: auto; }
.panel.padded { padding: 16px; }
svg.shares { display: block; width: 100%; height: 12px; border-radius: 2px; }
svg.shares rect { fill: currentColor; stroke: var(--surface); stroke-width: 1; vector-effect: non-scaling-stroke; }
svg.bars { display: block; width: 100%; max-width: 960px; min-width: 640px; height: auto; }
svg.bars text { font-size: 11px; fill: var(--text); }
svg.bars .name { font-family: ui-monospace, "DejaVu Sans Mono", "Noto Sans Mono", monospace; }
svg.bars .tick { fill: var(--muted); } svg.bars .value { fill: var(--muted); }
svg.bars .grid { stroke: var(--grid); } svg.bars .stem { stroke: var(--bar); opacity: 0.5; }
svg.bars .bar { fill: var(--bar); } svg.bars .nan { fill: var(--nan); }
svg.layers { display: block; font-size: 11px; }
.panel > svg.layers { margin-bottom: 8px; }
svg text { fill: var(--text); direction: ltr; unicode-bidi: isolate; }
svg.layers .name { font-family: ui-monospace, "DejaVu Sans Mono", "Noto Sans Mono", monospace; }
svg .quiet, svg .tick, svg .value { fill: var(--muted); }
.s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); }
.s4 { fill: var(--s4); } .s5 { fill: var(--s5); } .s6 { fill: var(--s6); } .s7 { fill: var(--s7); }
.s8 { fill: var(--s8); } .s9 { fill: var(--s9); } .s10 { fill: var(--s10); } .s11 { fill: var(--s11); }
.nan { fill: var(--nan); } .same { fill: var(--border); } .empty { fill: none; pointer-events: all; }
.ground { fill: currentColor; opacity: 0.16; } .on-nan { color: var(--on-nan); } .corner { fill: currentColor; }
.on-dark { color: #ffffff; } .on-middle { color: var(--on-middle); } .on-light { color: #000000; }
use { fill: none; stroke: currentColor; stroke-width: 2; }
.legend { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: flex-start; margin-bottom: 16px; }
.legend ul { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 0; padding: 0; font-size: 12px; }
.legend li svg { width: 16px; height: 16px; vertical-align: -4px; }
h3 { font-size: 13px; font-weight: 600; margin: 0 0 4px; overflow-wrap: anywhere; }
h3 .muted { font-weight: 400; }
section { margin-bottom: 8px; break-inside: avoid; }
.charts { display: flex; flex-wrap: wrap; gap: 16px; }
figure { flex: 1 1 400px; max-width: 640px; margin: 0; }
figcaption { font-size: 12px; color: var(--muted); padding: 0 4px; }
svg.histogram { display: block; width: 100%; height: auto; font-size: 11px; }
.histogram .grid { stroke: var(--grid); } .histogram .base { stroke: var(--border); }
.side-a { fill: var(--side-a); } .side-b { fill: none; stroke: var(--side-b); stroke-width: 1.5; }
.difference { fill: var(--difference); } .cut { stroke: var(--surface); stroke-width: 4; }
.key { display: inline-block; width: 12px; height: 10px; margin-right: 6px; }
.key.side-a { background: var(--side-a); } .key.side-b { height: 0; border-top: 2px solid var(--side-b);
  vertical-align: 4px; }
.key.difference { background: var(--difference); }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: 4px 12px; text-align: left; vertical-align: top; white-space: nowrap; }
th { font-weight: 500; border-bottom: 1px solid var(--border); }
tbody tr:nth-child(even) { background: var(--alternate); }
.sides tbody th { border: 0; }
.sides th:first-child { width: 1%; }
.sides td, .sides th:not(:first-child) { width: 49%; }
.name, .text { white-space: normal; overflow-wrap: anywhere; unicode-bidi: isolate; }
td.name { min-width: 240px; }
td.name, td.number, td.shape, h3.name, h3 .path { font-family: ui-monospace, "DejaVu Sans Mono", "Noto Sans Mono", monospace;
  font-size: 12px; line-height: 1.6; }
h3.name, h3 .path { unicode-bidi: isolate; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
footer { margin-top: 32px; border-top: 1px solid var(--border); padding-top: 16px; font-size: 13px; }
@media print {
  body { background: none; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { max-width: none; padding: 0; } .panel { overflow: visible; }
  svg.layers { max-width: 100%; height: auto; }
}
)";

std::string hexColor(std::uint32_t color)
{
    std::array<char, 8> text;
    std::snprintf(text.data(), text.size(), "#%06x", color);
    return text.data();
}

std::string valueOf(std::string_view name, bool dark)
{
    for (const StyleColor& one : styleColors) {
        if (one.name == name)
            return hexColor(one.color.in(dark));
    }
    const int step = std::stoi(std::string(name.substr(1))); // "s0" and so on
    return hexColor(palette::sequential(static_cast<double>(step) / (layerSteps - 1), dark));
}

} // namespace

std::string comparisonStyle()
{
    const std::size_t darkBegins = roots.find("@media");
    std::string style;
    std::size_t at = 0;
    for (std::size_t mark = roots.find('$'); mark != std::string_view::npos; mark = roots.find('$', at)) {
        style += roots.substr(at, mark - at);
        at = roots.find(';', mark);
        style += valueOf(roots.substr(mark + 1, at - mark - 1), mark > darkBegins);
    }
    return (style += roots.substr(at)) += rules;
}

} // namespace loupe

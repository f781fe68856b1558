#pragma once

namespace loupe {

/// The look of a report, light and dark as the reader's system is. Colours are the window's own.
inline constexpr const char* comparisonStyle = R"(
:root {
  color-scheme: light dark;
  --background: #f3f4f5; --surface: #ffffff; --alternate: #f8f9fa; --text: #1b1f23; --muted: #5f6770;
  --border: #c9ced3; --grid: #e4e7ea; --bar: #4a7fb0; --error: #b3261e; --warning: #8a5200; --info: #0a5ba5;
  --success: #0f6e4a; --same: #8d949b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #23262a; --surface: #1a1c1f; --alternate: #1e2124; --text: #e6e8ea; --muted: #9ba4ad;
    --border: #43494f; --grid: #2f3439; --bar: #5a93c7; --error: #ff8a80; --warning: #f2b04d; --info: #6cb4f2;
    --success: #5fcf9f; --same: #7d858c;
  }
}
* { box-sizing: border-box; }
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
svg.bars .bar { fill: var(--bar); }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: 4px 12px; text-align: left; vertical-align: top; white-space: nowrap; }
th { font-weight: 500; border-bottom: 1px solid var(--border); }
tbody tr:nth-child(even) { background: var(--alternate); }
.sides th { border: 0; width: 1%; }
.sides thead th { border-bottom: 1px solid var(--border); }
.name, .text { white-space: normal; overflow-wrap: anywhere; unicode-bidi: isolate; }
td.name { min-width: 240px; }
td.name, td.number, td.shape { font-family: ui-monospace, "DejaVu Sans Mono", "Noto Sans Mono", monospace;
  font-size: 12px; line-height: 1.6; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
footer { margin-top: 32px; border-top: 1px solid var(--border); padding-top: 16px; font-size: 13px; }
@media print { body { background: none; } main { max-width: none; padding: 0; } .panel { overflow: visible; } }
)";

/// A mark for each status, as the window draws them: shapes beside the colours.
inline constexpr const char* comparisonMarks =
    R"(<svg width="0" height="0" style="position:absolute" aria-hidden="true">
<symbol id="identical" viewBox="-7 -7 14 14"><path d="M-5-2H5M-5 2H5"/></symbol>
<symbol id="changed" viewBox="-7 -7 14 14"><path d="M-5-2H5M-5 2H5M-3 5L3-5"/></symbol>
<symbol id="only_a" viewBox="-7 -7 14 14"><path d="M-5 0H5"/></symbol>
<symbol id="only_b" viewBox="-7 -7 14 14"><path d="M-5 0H5M0-5V5"/></symbol>
<symbol id="shape_changed" viewBox="-7 -7 14 14"><path d="M-5 0H0V5H-5ZM-5-4.5H4.5V5"/></symbol>
<symbol id="not_compared" viewBox="-7 -7 14 14"><path d="M-4-4L4 4M-4 4L4-4"/></symbol>
</svg>
)";

} // namespace loupe

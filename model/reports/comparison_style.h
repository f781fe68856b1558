#pragma once

namespace loupe {

/// The look of a report, light and dark as the reader's system is. Colors are the window's own.
inline constexpr const char* comparisonStyle = R"(
:root {
  color-scheme: light dark;
  --background: #f3f4f5; --surface: #ffffff; --alternate: #f8f9fa; --text: #1b1f23; --muted: #5f6770;
  --border: #c9ced3; --grid: #e4e7ea; --bar: #4a7fb0; --error: #b3261e; --warning: #8a5200; --info: #0a5ba5;
  --success: #0f6e4a; --same: #8d949b;
  --nan: #c2009e; --on-nan: #ffffff; --side-a: #8fbde0; --side-b: #0f6e4a; --difference: #7d7a94;
  --s0: #440154; --s1: #411e68; --s2: #3d3c7c; --s3: #39588b; --s4: #2f6f8b; --s5: #26868c;
  --s6: #2c9b84; --s7: #42b075; --s8: #58c466; --s9: #89d151; --s10: #c3dc3b; --s11: #fde725;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #23262a; --surface: #1a1c1f; --alternate: #1e2124; --text: #e6e8ea; --muted: #9ba4ad;
    --border: #43494f; --grid: #2f3439; --bar: #5a93c7; --error: #ff8a80; --warning: #f2b04d; --info: #6cb4f2;
    --success: #5fcf9f; --same: #7d858c;
    --nan: #ff5fd2; --on-nan: #000000; --side-a: #3d6f9b; --side-b: #7fdcb2; --difference: #9f9cb8;
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
.on-dark { color: #ffffff; } .on-light { color: #000000; }
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

/// A mark for each status, as the window draws them: shapes beside the colors.
inline constexpr const char* comparisonMarks =
    R"(<svg width="0" height="0" style="position:absolute" aria-hidden="true">
<symbol id="identical" viewBox="-7 -7 14 14"><path d="M-5-2H5M-5 2H5"/></symbol>
<symbol id="changed" viewBox="-7 -7 14 14"><path d="M-5-2H5M-5 2H5M-3 5L3-5"/></symbol>
<symbol id="only_a" viewBox="-7 -7 14 14"><path d="M-5 0H5"/></symbol>
<symbol id="only_b" viewBox="-7 -7 14 14"><path d="M-5 0H5M0-5V5"/></symbol>
<symbol id="shape_changed" viewBox="-7 -7 14 14"><path d="M-5 0H0V5H-5ZM-5-4.5H4.5V5"/></symbol>
<symbol id="nonfinite" viewBox="-7 -7 14 14"><path d="M0-6V1.5M0 4V6.5" stroke-width="2.5"/></symbol>
<symbol id="not_compared" viewBox="-7 -7 14 14"><path d="M-4-4L4 4M-4 4L4-4"/></symbol>
</svg>
)";

} // namespace loupe

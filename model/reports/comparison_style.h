#pragma once

#include <string>

namespace loupe {

/// The style of a report in CSS, in the colors of the window; light or dark like the reader's system.
std::string comparisonStyle();

/// A mark for each status, as in the window: its shape identifies the status without the color.
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

#pragma once

namespace loupe {

/// A pair a, b is within it if |a - b| <= absolute + relative * |b|, as NumPy's allclose has it in double precision; if
/// both are NaN; or the same infinity.
struct Tolerance {
    double absolute = 0;
    double relative = 0;
};

} // namespace loupe

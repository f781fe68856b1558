#pragma once

namespace loupe {

/// A pair a, b is within the tolerance if |a - b| <= absolute + relative * |b| in double precision, like NumPy's
/// allclose; if both are NaN; or if both are the same infinity.
struct Tolerance {
    double absolute = 0;
    double relative = 0;
};

} // namespace loupe

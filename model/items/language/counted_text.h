#pragma once

#include <QString>
#include <cstdint>

namespace loupe {

// Counts with a noun, "1 tensor" or "1,234 tensors", for cells and lists. Do not use them within sentences, which have
// their own plural forms.

QString tensorCountText(std::uint64_t count);
QString parameterCountText(std::uint64_t count);
/// "671.0 B parameters".
QString shortParameterText(std::uint64_t count);
QString elementCountText(std::uint64_t count);
QString valueCountText(std::uint64_t count);
QString byteCountText(std::uint64_t count);
QString fileCountText(std::uint64_t count);

} // namespace loupe

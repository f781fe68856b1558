#pragma once

#include <QString>
#include <cstdint>

namespace loupe {

// Counts with their noun, "1 tensor" or "1,234 tensors": for cells and lists. A sentence has its own plural forms.

QString tensorCountText(std::uint64_t count);
QString parameterCountText(std::uint64_t count);
/// "671.0 B parameters".
QString shortParameterText(std::uint64_t count);
QString elementCountText(std::uint64_t count);
QString valueCountText(std::uint64_t count);
QString byteCountText(std::uint64_t count);
QString fileCountText(std::uint64_t count);

} // namespace loupe

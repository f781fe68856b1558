#pragma once

#include "formats/pickle/pickle_reader.h"

#include <string_view>

namespace loupe::torch {

/// Names that are harmless only where they are used as files of one kind use them.
struct ConditionalTrust {
    bool (*isConditional)(std::string_view module, std::string_view name);
    /// Whether a call of such a name, without a state and items, is one of these uses.
    bool (*isHarmless)(const pickle::PickleValues& values, pickle::PickleId call);
};

/// Marks the imports of such names that are used in any other way (PickleImport::isMisused). One step for each value
/// and each item.
void distrustMisuse(pickle::PickleReading& reading, const ConditionalTrust& trust);

/// The function of Python, with which its releases 3.11.0 to 3.11.3 write members of enumerations.
bool isGetattr(std::string_view module, std::string_view name);
/// The memory format of a distributed tensor.
bool isMemoryFormat(std::string_view module, std::string_view name);
/// Whether a call of getattr gives a member of that.
bool takesMemoryFormat(const pickle::PickleValues& values, pickle::PickleId call);

} // namespace loupe::torch

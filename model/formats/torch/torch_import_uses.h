#pragma once

#include "formats/pickle/pickle_reader.h"

#include <string_view>

namespace loupe::torch {

/// Names that are harmless only if they are used like files of one kind use them.
struct ConditionalTrust {
    bool (*isConditional)(std::string_view module, std::string_view name);
    /// True if a call of such a name, without a state or items, is one of these uses.
    bool (*isHarmless)(const pickle::PickleValues& values, pickle::PickleId call);
};

/// Marks the imports of such names that are used in any other way (PickleImport::isMisused). One step for each value
/// and each item.
void distrustMisuse(pickle::PickleReading& reading, const ConditionalTrust& trust);

/// True if the name is Python's getattr, with which releases 3.11.0 to 3.11.3 pickle enum members.
bool isGetattr(std::string_view module, std::string_view name);
/// True if the name is the enum of a distributed tensor's memory format.
bool isMemoryFormat(std::string_view module, std::string_view name);
/// True if a call of getattr returns a member of that enum.
bool takesMemoryFormat(const pickle::PickleValues& values, pickle::PickleId call);

} // namespace loupe::torch

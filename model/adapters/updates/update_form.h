#pragma once

#include "core/checkpoint.h"
#include "insight/adapter_name.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace loupe {

struct AdapterModule;

/// The maximum count of numbers in all parts of a module: 1 GiB of doubles, far more than practical adapters have.
inline constexpr std::uint64_t mostFactorNumbers = std::uint64_t{1} << 27;

/// How the parts of a module form its update, before scaling.
enum class UpdateForm : std::uint8_t {
    None, ///< no update; only stored changes and whole tensors
    Factors, ///< LoRA: B · A
    Hadamard, ///< LoHa: the elementwise product of two such products
    Kronecker, ///< LoKr: the Kronecker product of two matrices, each either whole or a product
};

/// The parts of a product up · down. A middle factor [rank, rank, kernel…] is multiplied into down.
struct ProductParts {
    AdapterPart up;
    AdapterPart down;
    std::optional<AdapterPart> middle = {};
    bool turnsUp = false; ///< if there is a middle factor, up is [rank, out] instead of [out, rank]
};
inline constexpr ProductParts loraParts{AdapterPart::Up, AdapterPart::Down, AdapterPart::Middle};
inline constexpr ProductParts firstParts{AdapterPart::FirstUp, AdapterPart::FirstDown, AdapterPart::FirstMiddle, true};
inline constexpr ProductParts secondParts{
    AdapterPart::SecondUp, AdapterPart::SecondDown, AdapterPart::SecondMiddle, true};
inline constexpr ProductParts leftParts{AdapterPart::LeftUp, AdapterPart::LeftDown};
inline constexpr ProductParts rightParts{AdapterPart::RightUp, AdapterPart::RightDown, AdapterPart::RightMiddle, true};

/// The parts that an update of this form consists of.
std::span<const AdapterPart> partsOf(UpdateForm form);

/// The sizes that follow from the shapes of a module's parts.
struct UpdateSizes {
    std::uint64_t rank = 0; ///< 0 if the parts are whole matrices
    std::uint64_t outputs = 0; ///< rows of the update
    std::uint64_t inputs = 0; ///< columns of the update; for convolutions, including the kernel
    std::string problem = {}; ///< why there is no update, for people; empty if there is one
};

/// The form of the module's parts; nothing if they mix several forms.
std::optional<UpdateForm> formOf(const AdapterModule& module);

/// Checks that the parts exist and match. Precondition: the form is that of the module, and not None.
UpdateSizes sizesOf(UpdateForm form, const Checkpoint& checkpoint, const AdapterModule& module);

} // namespace loupe

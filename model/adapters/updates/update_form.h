#pragma once

#include "core/checkpoint.h"
#include "insight/adapter_name.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace loupe {

struct AdapterModule;

/// The parts of a module together may have this many numbers, 1 GiB of doubles: far beyond what anybody trains.
inline constexpr std::uint64_t mostFactorNumbers = std::uint64_t{1} << 27;

/// How the parts of a module make its update, before the scale.
enum class UpdateForm : std::uint8_t {
    None, ///< they do not: changes and whole tensors alone
    Factors, ///< LoRA: B · A
    Hadamard, ///< LoHa: the elementwise product of two such products
    Kronecker, ///< LoKr: the Kronecker product of two matrices, each of them whole or such a product
};

/// The parts of a product up · down. A middle factor [rank, rank, kernel…] is multiplied into down.
struct ProductParts {
    AdapterPart up;
    AdapterPart down;
    std::optional<AdapterPart> middle = {};
    bool turnsUp = false; ///< beside a middle factor, up is [rank, out] instead of [out, rank]
};
inline constexpr ProductParts loraParts{AdapterPart::Up, AdapterPart::Down, AdapterPart::Middle};
inline constexpr ProductParts firstParts{AdapterPart::FirstUp, AdapterPart::FirstDown, AdapterPart::FirstMiddle, true};
inline constexpr ProductParts secondParts{
    AdapterPart::SecondUp, AdapterPart::SecondDown, AdapterPart::SecondMiddle, true};
inline constexpr ProductParts leftParts{AdapterPart::LeftUp, AdapterPart::LeftDown};
inline constexpr ProductParts rightParts{AdapterPart::RightUp, AdapterPart::RightDown, AdapterPart::RightMiddle, true};

/// The parts that an update of the form is made of.
std::span<const AdapterPart> partsOf(UpdateForm form);

/// What the shapes of a module's parts say.
struct UpdateSizes {
    std::uint64_t rank = 0; ///< 0 where the parts are whole matrices
    std::uint64_t outputs = 0; ///< rows of the update
    std::uint64_t inputs = 0; ///< columns of it; of convolutions with the kernel
    std::string problem = {}; ///< why there is no update, for people; empty if there is one
};

/// The form that the module's parts have; nothing where they are of several.
std::optional<UpdateForm> formOf(const AdapterModule& module);

/// Whether the parts are there and go together. Precondition: the form is that of the module, and not None.
UpdateSizes sizesOf(UpdateForm form, const Checkpoint& checkpoint, const AdapterModule& module);

} // namespace loupe

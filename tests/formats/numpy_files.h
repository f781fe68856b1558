#pragma once

#include "analysis/digests/digest.h"
#include "format_files.h"

#include <map>

namespace loupe::test {

/// The index of the tensor with this name. Returns empty and fails the test if there is none.
inline std::optional<std::uint32_t> findTensor(const Checkpoint& checkpoint, std::string_view name)
{
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        if (checkpoint.tensors[i].name == name)
            return i;
    }
    ADD_FAILURE() << "no tensor " << name;
    return std::nullopt;
}

inline std::string sha256Of(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    const auto digest = digestTensor(checkpoint, tensor, DigestAlgorithm::Sha256);
    return digest ? *digest : describe(digest.error());
}

inline std::vector<std::uint64_t> shapeOf(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    const auto shape = checkpoint.tensors[tensor].shape;
    return {shape.begin(), shape.end()};
}

/// The dtype with this NumPy spelling; Opaque for types that are shown only as bytes.
inline DType dtypeOfDescr(const std::string& descr)
{
    static const std::map<std::string, DType> dtypes{{"|b1", DType::BOOL}, {"|i1", DType::I8}, {"<i2", DType::I16},
        {"<i4", DType::I32}, {"<i8", DType::I64}, {"|u1", DType::U8}, {"<u2", DType::U16}, {"<u4", DType::U32},
        {"<u8", DType::U64}, {"<f2", DType::F16}, {"<f4", DType::F32}, {"<f8", DType::F64}, {"<c8", DType::C64}};
    const auto found = dtypes.find(descr);
    return found == dtypes.end() ? DType::Opaque : found->second;
}

} // namespace loupe::test

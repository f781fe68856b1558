#pragma once

#include "formats/pickle/pickle_values.h"
#include "formats/storages/sign_storage.h"
#include "formats/torch/torch_allowed_globals.h"
#include "formats/torch/torch_quantizer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::torch {

/// A reference to a storage.
struct TorchStorageRef {
    std::string_view key;
    pickle::PickleId keyText = pickle::PickleValues::none; ///< the value whose text this is
    TorchName type;
    std::uint64_t elements = 0; ///< as claimed; bytes for an untyped storage
    // In old files, a storage may be a view of a part of the storage with that key. Otherwise this range covers all of
    // it. At most `elements`.
    std::uint64_t viewBegin = 0;
    std::uint64_t viewEnd = 0;
};

/// A tensor as its record describes it: a view of a storage.
struct TorchTensor {
    TorchStorageRef storage;
    TorchName type;
    std::uint64_t offset = 0; ///< in elements
    std::vector<std::uint64_t> shape;
    std::vector<std::uint64_t> strides; ///< in elements, one for each dimension
    SignChange signs = {}; ///< sign changes that torch applies when it loads a conjugated or negated view
    bool isUnknownView = false; ///< the view has other, unknown properties
    unsigned elementsPerByte = 1; ///< if more than 1, elements are packed across rows, the first one in the lowest bits
};

/// The parts of a sparse tensor.
struct TorchSparse {
    std::string layout; ///< "torch.sparse_coo"
    /// Name suffix and value of each tensor; empty if the record is invalid.
    std::vector<std::pair<std::string_view, pickle::PickleId>> tensors;
    std::vector<std::uint64_t> shape; ///< of the dense tensor
};

/// Interprets the values of a PyTorch checkpoint.
class TorchRecords : public pickle::PickleMeaning {
public:
    explicit TorchRecords(const pickle::PickleValues& values)
        : pickle::PickleMeaning(values)
        , m_values(values)
    {
    }

    pickle::PickleRole role(pickle::PickleId callee) const override;
    bool isTensor(pickle::PickleId id) const override { return kind(id) != Kind::None; }
    /// The meaning of a Global, or of a reference to a class in old files; Unknown for any other value.
    TorchName global(pickle::PickleId id) const;

    enum class Kind : std::uint8_t { None, Tensor, Quantized, Sparse, Elsewhere, Storage };
    /// The kind of tensor that a value is; None if it is no tensor.
    Kind kind(pickle::PickleId id) const { return call(id).kind; }

    /// A plain or quantized tensor, or a storage by itself. If the record is broken, returns nothing and sets `problem`
    /// to the reason.
    std::optional<TorchTensor> tensor(pickle::PickleId id, std::string& problem) const;
    TorchQuantizer quantizer(pickle::PickleId id) const; ///< of a quantized tensor
    TorchSparse sparse(pickle::PickleId id) const; ///< of a sparse tensor
    /// Nothing if `persistent` is not a reference to a storage.
    std::optional<TorchStorageRef> storage(pickle::PickleId persistent) const;

    /// A non-negative integer.
    std::optional<std::uint64_t> count(pickle::PickleId id) const;
    /// At most 64 such integers, in a tuple, a list or a torch.Size.
    std::optional<std::vector<std::uint64_t>> counts(pickle::PickleId tuple) const;

private:
    /// A call that makes a tensor, without its wrappers.
    struct Call {
        Kind kind = Kind::None;
        bool typed = false; ///< the dtype is at index 6
        pickle::PickleId arguments = pickle::PickleValues::none;
    };
    Call call(pickle::PickleId id) const;
    /// Reads a tensor's metadata dictionary, such as {"conj": True}.
    void readView(pickle::PickleId metadata, TorchTensor& tensor) const;

    const pickle::PickleValues& m_values;
};

} // namespace loupe::torch

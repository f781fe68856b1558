#pragma once

#include "core/dtype.h"
#include "formats/pickle/pickle_meaning.h"

#include <cstdint>
#include <string_view>

namespace loupe::torch {

/// The meaning of a name that a checkpoint imports.
enum class TorchGlobal : std::uint8_t {
    Unknown,
    Mapping, ///< OrderedDict, dict, defaultdict, Counter
    Sequence, ///< list, tuple, set, torch.Size
    RebuildTensor, ///< (storage, offset, size, stride, …)
    RebuildTensorV3, ///< as RebuildTensor, with the dtype at index 6
    RebuildQuantized, ///< (storage, offset, size, stride, quantizer, …)
    RebuildSparse, ///< (layout, (indices, values, size))
    RebuildParameter, ///< (tensor, …)
    RebuildFromType, ///< (function, type, arguments, state)
    RebuildElsewhere, ///< a tensor whose values are not in the file, or not in a storage
    Storage,
    DType,
    Scheme, ///< a quantization scheme
    Named, ///< called with its name, such as a device or a layout
    Encode, ///< (text, encoding) -> bytes
    NumPy,
    Class, ///< a class of torch.nn: harmless, but still code
};

struct TorchName {
    TorchGlobal meaning = TorchGlobal::Unknown;
    pickle::PickleTrust trust =
        pickle::PickleTrust::Unknown; ///< of torch.load, which since 2.6 runs only listed functions by default
    DType dtype = DType::Opaque; ///< for Storage and DType
    unsigned elementBytes = 0; ///< for Storage and DType; 1 for an untyped storage
    unsigned elementsPerByte = 1; ///< for DType: 2 for quint4x2, whose storage consists of bytes
    std::string_view typeName; ///< for Storage and DType, if we have no such dtype: "complex128"
};

/// A closed list: every other name is Unknown. torch.storage.UntypedStorage has the dtype Opaque and 1 byte.
TorchName torchName(std::string_view module, std::string_view name);

} // namespace loupe::torch

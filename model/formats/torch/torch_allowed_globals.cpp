#include "formats/torch/torch_allowed_globals.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace loupe::torch {

namespace {

struct Type {
    std::string_view storage; ///< "FloatStorage"; empty if there is none
    std::string_view name; ///< "float32"
    std::string_view alias; ///< "float"
    DType dtype;
    unsigned bytes;
    unsigned elementsPerByte = 1;
};

constexpr Type types[] = {
    {"DoubleStorage", "float64", "double", DType::F64, 8},
    {"FloatStorage", "float32", "float", DType::F32, 4},
    {"HalfStorage", "float16", "half", DType::F16, 2},
    {"BFloat16Storage", "bfloat16", "", DType::BF16, 2},
    {"LongStorage", "int64", "long", DType::I64, 8},
    {"IntStorage", "int32", "int", DType::I32, 4},
    {"ShortStorage", "int16", "short", DType::I16, 2},
    {"CharStorage", "int8", "", DType::I8, 1},
    {"ByteStorage", "uint8", "", DType::U8, 1},
    {"BoolStorage", "bool", "", DType::BOOL, 1},
    {"ComplexFloatStorage", "complex64", "cfloat", DType::C64, 8},
    {"ComplexDoubleStorage", "complex128", "cdouble", DType::Opaque, 16},
    {"QInt8Storage", "qint8", "", DType::I8, 1},
    {"QUInt8Storage", "quint8", "", DType::U8, 1},
    {"QInt32Storage", "qint32", "", DType::I32, 4},
    {"QUInt4x2Storage", "quint4x2", "", DType::Opaque, 1, 2},
    {"QUInt2x4Storage", "quint2x4", "", DType::Opaque, 1, 4},
    {"", "uint16", "", DType::U16, 2},
    {"", "uint32", "", DType::U32, 4},
    {"", "uint64", "", DType::U64, 8},
    {"", "complex32", "chalf", DType::Opaque, 4},
    {"", "float8_e4m3fn", "", DType::F8_E4M3, 1},
    {"", "float8_e5m2", "", DType::F8_E5M2, 1},
    {"", "float8_e4m3fnuz", "", DType::F8_E4M3FNUZ, 1},
    {"", "float8_e5m2fnuz", "", DType::F8_E5M2FNUZ, 1},
    {"", "float8_e8m0fnu", "", DType::F8_E8M0, 1},
    {"", "float4_e2m1fn_x2", "", DType::Opaque, 1},
    {"", "bits8", "", DType::Opaque, 1},
    {"", "bits16", "", DType::Opaque, 2},
    {"", "bits1x8", "", DType::Opaque, 1},
    {"", "bits2x4", "", DType::Opaque, 1},
    {"", "bits4x2", "", DType::Opaque, 1},
    {"", "int1", "", DType::Opaque, 1},
    {"", "int2", "", DType::Opaque, 1},
    {"", "int3", "", DType::Opaque, 1},
    {"", "int4", "", DType::Opaque, 1},
    {"", "int5", "", DType::Opaque, 1},
    {"", "int6", "", DType::Opaque, 1},
    {"", "int7", "", DType::Opaque, 1},
    {"", "uint1", "", DType::Opaque, 1},
    {"", "uint2", "", DType::Opaque, 1},
    {"", "uint3", "", DType::Opaque, 1},
    {"", "uint4", "", DType::Opaque, 1},
    {"", "uint5", "", DType::Opaque, 1},
    {"", "uint6", "", DType::Opaque, 1},
    {"", "uint7", "", DType::Opaque, 1},
};

struct Known {
    std::string_view module;
    std::string_view name;
    TorchGlobal meaning;
    pickle::PickleTrust trust = pickle::PickleTrust::Allowed;
};

constexpr pickle::PickleTrust refused = pickle::PickleTrust::Refused;

constexpr Known knownNames[] = {
    {"collections", "OrderedDict", TorchGlobal::Mapping},
    {"collections", "Counter", TorchGlobal::Mapping},
    {"collections", "defaultdict", TorchGlobal::Mapping, refused},
    {"torch", "Size", TorchGlobal::Sequence},
    {"torch", "Tensor", TorchGlobal::Named},
    {"torch", "device", TorchGlobal::Named},
    {"torch", "per_tensor_affine", TorchGlobal::Scheme},
    {"torch", "per_tensor_symmetric", TorchGlobal::Scheme},
    {"torch", "per_channel_affine", TorchGlobal::Scheme},
    {"torch", "per_channel_symmetric", TorchGlobal::Scheme},
    {"torch", "per_channel_affine_float_qparams", TorchGlobal::Scheme},
    {"torch._utils", "_rebuild_tensor", TorchGlobal::RebuildTensor},
    {"torch._utils", "_rebuild_tensor_v2", TorchGlobal::RebuildTensor},
    {"torch._utils", "_rebuild_tensor_v3", TorchGlobal::RebuildTensorV3},
    {"torch._utils", "_rebuild_sparse_csr_tensor", TorchGlobal::RebuildSparse, refused},
    {"torch._utils", "_rebuild_parameter", TorchGlobal::RebuildParameter},
    {"torch._utils", "_rebuild_parameter_with_state", TorchGlobal::RebuildParameter},
    {"torch._utils", "_rebuild_qtensor", TorchGlobal::RebuildQuantized},
    {"torch._utils", "_rebuild_sparse_tensor", TorchGlobal::RebuildSparse},
    {"torch._utils", "_rebuild_meta_tensor_no_storage", TorchGlobal::RebuildElsewhere},
    {"torch._utils", "_rebuild_device_tensor_from_numpy", TorchGlobal::RebuildElsewhere},
    {"torch._utils", "_rebuild_device_tensor_from_cpu_tensor", TorchGlobal::RebuildParameter},
    {"torch._utils", "_rebuild_wrapper_subclass", TorchGlobal::RebuildElsewhere},
    {"torch._utils", "_rebuild_nested_tensor", TorchGlobal::RebuildElsewhere, refused}, // listed in some versions
    {"torch._tensor", "_rebuild_from_type_v2", TorchGlobal::RebuildFromType},
    {"torch.nn.parameter", "Parameter", TorchGlobal::Named},
    {"torch.serialization", "_get_layout", TorchGlobal::Named},
    {"_codecs", "encode", TorchGlobal::Encode},
    {"_io", "BytesIO", TorchGlobal::Named, refused},
    {"numpy", "dtype", TorchGlobal::NumPy, refused},
    {"numpy", "ndarray", TorchGlobal::NumPy, refused},
    {"numpy.core.multiarray", "_reconstruct", TorchGlobal::NumPy, refused},
    {"numpy.core.multiarray", "scalar", TorchGlobal::NumPy, refused},
    {"numpy._core.multiarray", "_reconstruct", TorchGlobal::NumPy, refused},
    {"numpy._core.multiarray", "scalar", TorchGlobal::NumPy, refused},
};

constexpr Known builtins[] = {
    {"", "set", TorchGlobal::Sequence},
    {"", "bytearray", TorchGlobal::Named},
    {"", "complex", TorchGlobal::Named},
    {"", "frozenset", TorchGlobal::Sequence, refused},
    {"", "list", TorchGlobal::Sequence, refused},
    {"", "tuple", TorchGlobal::Sequence, refused},
    {"", "dict", TorchGlobal::Mapping, refused},
    {"", "int", TorchGlobal::Named, refused},
    {"", "float", TorchGlobal::Named, refused},
    {"", "bool", TorchGlobal::Named, refused},
    {"", "str", TorchGlobal::Named, refused},
    {"", "bytes", TorchGlobal::Named, refused},
    {"", "slice", TorchGlobal::Named, refused},
    {"", "range", TorchGlobal::Named, refused},
};

/// Whether the name is a class that only identifies a type, such as torch.FloatTensor or torch.cuda.sparse.HalfTensor.
bool isTensorClass(std::string_view module, std::string_view name)
{
    constexpr std::string_view classes[] = {"BFloat16Tensor", "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor",
        "FloatTensor", "HalfTensor", "IntTensor", "LongTensor", "ShortTensor"};
    constexpr std::string_view modules[] = {"torch", "torch.cuda", "torch.sparse", "torch.cuda.sparse"};
    return std::find(std::begin(modules), std::end(modules), module) != std::end(modules)
        && std::find(std::begin(classes), std::end(classes), name) != std::end(classes);
}

TorchName ofType(const Type& type, TorchGlobal meaning)
{
    return {meaning, pickle::PickleTrust::Allowed, type.dtype, type.bytes, type.elementsPerByte, type.name};
}

} // namespace

TorchName torchName(std::string_view module, std::string_view name)
{
    if (module == "torch" || module == "torch.cuda") {
        const auto type = std::find_if(std::begin(types), std::end(types), [&](const Type& known) {
            return !name.empty() && (name == known.storage || name == known.name || name == known.alias);
        });
        if (type != std::end(types))
            return ofType(*type, name == type->storage ? TorchGlobal::Storage : TorchGlobal::DType);
    }
    if (module == "torch.storage" && (name == "UntypedStorage" || name == "TypedStorage" || name == "_UntypedStorage"))
        return {TorchGlobal::Storage, pickle::PickleTrust::Allowed, DType::Opaque, 1, 1, "untyped"};
    const auto in = [&](std::span<const Known> list, bool anyModule) -> TorchName {
        const auto known = std::find_if(list.begin(), list.end(),
            [&](const Known& one) { return one.name == name && (anyModule || one.module == module); });
        return known == list.end() ? TorchName() : TorchName{known->meaning, known->trust, DType::Opaque, 0, 1, {}};
    };
    if (module == "builtins" || module == "__builtin__")
        return in(builtins, true);
    if (const TorchName known = in(knownNames, false); known.meaning != TorchGlobal::Unknown)
        return known;
    if (module == "__torch__" || module.starts_with("__torch__."))
        return {TorchGlobal::Unknown, pickle::PickleTrust::Script, DType::Opaque, 0, 1, {}};
    if (isTensorClass(module, name))
        return {TorchGlobal::Named, pickle::PickleTrust::Allowed, DType::Opaque, 0, 1, {}};
    // Modules of torch itself, in files that hold a whole model.
    if (module.starts_with("torch.nn.modules."))
        return {TorchGlobal::Class, pickle::PickleTrust::Refused, DType::Opaque, 0, 1, {}};
    return {};
}

} // namespace loupe::torch

#include "formats/paddle/paddle_records.h"

#include "formats/numpy/numpy_names.h"

#include <algorithm>
#include <iterator>

namespace loupe::paddle {

namespace {

enum class Meaning : std::uint8_t {
    Unknown,
    Named, ///< irrelevant here
    Mapping,
    Sequence,
    Tuple,
    Encode, ///< (text, encoding) -> bytes
    Bytes, ///< () -> empty bytes
    Reconstruct, ///< (class, shape, code); the state has everything else
    FromBuffer, ///< (bytes, dtype, shape, order)
    Scalar, ///< (dtype, bytes)
    DType, ///< (code, align, copy); the state has the byte order
    Same, ///< (array)
    Evaluate, ///< ("data", {"data": array}), as Paddle 2 wrote some tensors
};

struct Known {
    std::string_view module;
    std::string_view name; ///< empty: any name
    Meaning meaning;
    pickle::PickleTrust trust = pickle::PickleTrust::Allowed;
};

/// The closed list of paddle.framework.restricted_unpickler. Modules of Python 2 are listed next to their later names.
constexpr Known names[] = {
    {"numpy.core.multiarray", "_reconstruct", Meaning::Reconstruct},
    {"numpy._core.multiarray", "_reconstruct", Meaning::Reconstruct},
    {"numpy.core.multiarray", "scalar", Meaning::Scalar},
    {"numpy._core.multiarray", "scalar", Meaning::Scalar},
    {"numpy.core.numeric", "_frombuffer", Meaning::FromBuffer},
    {"numpy._core.numeric", "_frombuffer", Meaning::FromBuffer},
    {"numpy.core.numeric", "", Meaning::Named},
    {"numpy._core.numeric", "", Meaning::Named},
    {"numpy", "dtype", Meaning::DType},
    {"numpy", "ndarray", Meaning::Named},
    {"numpy", "float16", Meaning::Named},
    {"numpy", "float32", Meaning::Named},
    {"numpy", "float64", Meaning::Named},
    {"numpy", "int8", Meaning::Named},
    {"numpy", "int16", Meaning::Named},
    {"numpy", "int32", Meaning::Named},
    {"numpy", "int64", Meaning::Named},
    {"numpy", "uint8", Meaning::Named},
    {"numpy", "bool_", Meaning::Named},
    {"numpy", "complex64", Meaning::Named},
    {"numpy", "complex128", Meaning::Named},
    {"numpy", "bfloat16", Meaning::Named},
    {"collections", "OrderedDict", Meaning::Mapping},
    {"collections", "defaultdict", Meaning::Mapping},
    {"_codecs", "encode", Meaning::Encode},
    {"copyreg", "_reconstructor", Meaning::Named},
    {"copy_reg", "_reconstructor", Meaning::Named},
    {"paddle.framework.io_utils", "_reconstruct_dense_tensor_data", Meaning::Same},
    {"paddle.base.libpaddle", "GeneratorState", Meaning::Named},
    {"paddle.distributed.flex_checkpoint.dcp.metadata", "Metadata", Meaning::Named},
    {"paddle.distributed.flex_checkpoint.dcp.metadata", "LocalTensorMetadata", Meaning::Named},
    {"paddle.distributed.flex_checkpoint.dcp.metadata", "LocalTensorIndex", Meaning::Named},
};

/// Names in the module builtins.
constexpr Known builtins[] = {
    {"", "dict", Meaning::Mapping},
    {"", "list", Meaning::Sequence},
    {"", "set", Meaning::Sequence},
    {"", "frozenset", Meaning::Sequence},
    {"", "tuple", Meaning::Tuple},
    {"", "bytes", Meaning::Bytes},
    {"", "bytearray", Meaning::Named},
    {"", "str", Meaning::Named},
    {"", "int", Meaning::Named},
    {"", "float", Meaning::Named},
    {"", "bool", Meaning::Named},
    {"", "complex", Meaning::Named},
    {"", "slice", Meaning::Named},
    {"", "range", Meaning::Named},
    {"", "type", Meaning::Named},
    {"", "eval", Meaning::Evaluate, pickle::PickleTrust::Unknown},
};

Known known(std::string_view module, std::string_view name)
{
    if (module == "builtins" || module == "__builtin__") {
        const auto found = std::ranges::find(builtins, name, [](const Known& builtin) { return builtin.name; });
        if (found != std::end(builtins))
            return *found;
    }
    const auto found = std::ranges::find_if(
        names, [&](const Known& one) { return one.module == module && (one.name.empty() || one.name == name); });
    return found != std::end(names) ? *found : Known{{}, {}, Meaning::Unknown, pickle::PickleTrust::Unknown};
}

Meaning meaningOf(const pickle::PickleValues& values, pickle::PickleId callee)
{
    return values.kind(callee) == pickle::PickleKind::Global ? known(values.module(callee), values.name(callee)).meaning
                                                             : Meaning::Unknown;
}

} // namespace

pickle::PickleTrust PaddleRecords::trust(std::string_view module, std::string_view name)
{
    return known(module, name).trust;
}

pickle::PickleRole PaddleRecords::role(pickle::PickleId callee) const
{
    switch (meaningOf(m_values, callee)) {
    case Meaning::Mapping:
        return pickle::PickleRole::Mapping;
    case Meaning::Sequence:
    case Meaning::Tuple:
        return pickle::PickleRole::Sequence;
    case Meaning::Encode:
        return pickle::PickleRole::Encode;
    case Meaning::Reconstruct:
    case Meaning::FromBuffer:
    case Meaning::Scalar:
        return pickle::PickleRole::NumPy;
    default:
        return pickle::PickleRole::Other;
    }
}

pickle::PickleId PaddleRecords::inner(pickle::PickleId id, std::string_view& name) const
{
    constexpr pickle::PickleId none = pickle::PickleValues::none;
    const auto named = [&](pickle::PickleId pair) {
        const auto list = m_values.itemList(pair, 3);
        if (m_values.kind(pair) != pickle::PickleKind::Tuple || list.size() != 2
            || m_values.kind(list[0]) != pickle::PickleKind::Text)
            return none;
        name = m_values.text(list[0]);
        return list[1];
    };
    if (m_values.kind(id) != pickle::PickleKind::Call)
        return named(id);
    const auto& node = m_values.at(id).node;
    const auto arguments = m_values.itemList(node.argument, 3);
    switch (meaningOf(m_values, node.callee)) {
    case Meaning::Reconstruct:
    case Meaning::FromBuffer:
        return id;
    case Meaning::Tuple:
        return arguments.size() == 1 ? named(arguments[0]) : none;
    case Meaning::Same:
        return arguments.size() == 1 ? arguments[0] : none;
    case Meaning::Evaluate: {
        const auto variables =
            arguments.size() == 2 ? m_values.itemList(arguments[1], 3) : std::vector<pickle::PickleId>();
        const bool isData =
            variables.size() == 2 && m_values.text(arguments[0]) == "data" && m_values.text(variables[0]) == "data";
        return isData ? variables[1] : none;
    }
    default:
        return none;
    }
}

PaddleRecords::Found PaddleRecords::find(pickle::PickleId id) const
{
    constexpr int mostWrappers = 4; // a tuple's, and an evaluated one; a value may wrap itself
    Found found;
    for (int i = 0; i < mostWrappers && id != pickle::PickleValues::none; ++i) {
        const pickle::PickleId next = inner(id, found.name);
        if (next == id) {
            found.array = id;
            return found;
        }
        id = next;
    }
    return {};
}

std::optional<std::vector<std::uint64_t>> PaddleRecords::counts(pickle::PickleId list) const
{
    constexpr std::size_t mostDimensions = 64; // NumPy 2's limit
    const pickle::PickleKind kind = m_values.kind(list);
    std::vector<std::uint64_t> numbers;
    const auto add = [&](pickle::PickleId id) {
        const bool isCount = m_values.kind(id) == pickle::PickleKind::Integer && m_values.at(id).integer >= 0;
        if (isCount)
            numbers.push_back(static_cast<std::uint64_t>(m_values.at(id).integer));
        return isCount;
    };
    if ((kind != pickle::PickleKind::Tuple && kind != pickle::PickleKind::List)
        || m_values.itemCount(list) > mostDimensions)
        return std::nullopt;
    for (const pickle::PickleId item : m_values.items(list)) {
        if (!add(item))
            return std::nullopt;
    }
    return numbers;
}

/// dtype("f4", False, True) with the state (3, "<", …). Types of other libraries are named by their class.
std::optional<numpy::NpyType> PaddleRecords::type(pickle::PickleId dtype) const
{
    if (m_values.kind(dtype) != pickle::PickleKind::Call)
        return std::nullopt;
    const auto& node = m_values.at(dtype).node;
    const auto arguments = m_values.itemList(node.argument, 1);
    if (meaningOf(m_values, node.callee) != Meaning::DType || arguments.empty())
        return std::nullopt;
    if (m_values.kind(arguments[0]) == pickle::PickleKind::Global)
        return numpy::npyTypeNamed(m_values.name(arguments[0]));
    constexpr std::size_t longest = 100;
    const std::string_view code = m_values.text(arguments[0]);
    const auto state = m_values.itemList(node.state, 2);
    const std::string_view order = state.size() == 2 ? m_values.text(state[1]) : std::string_view();
    if (code.empty() || code.size() > longest || order.size() > 1)
        return std::nullopt;
    auto type = numpy::npyType(std::string(order) += code);
    return type ? std::optional(std::move(*type)) : std::nullopt;
}

bool PaddleRecords::takeData(pickle::PickleId data, PaddleArray& array) const
{
    if (m_values.kind(data) == pickle::PickleKind::Call) {
        const Meaning meaning = meaningOf(m_values, m_values.at(data).node.callee);
        const auto arguments = m_values.itemList(m_values.at(data).node.argument, 2);
        if (meaning == Meaning::Bytes && arguments.empty()) {
            array.data = m_stream.substr(m_values.at(data).offset, 0);
            return true;
        }
        const std::string_view encoding = arguments.size() == 2 ? m_values.text(arguments[1]) : std::string_view();
        if (meaning != Meaning::Encode || (encoding != "latin1" && encoding != "latin-1"))
            return false;
        data = arguments[0];
    }
    const pickle::PickleKind kind = m_values.kind(data);
    if (kind != pickle::PickleKind::Bytes && kind != pickle::PickleKind::Text)
        return false;
    array.data = m_values.text(data);
    // A Python 2 text, which holds bytes.
    const std::uint64_t offset = m_values.at(data).offset;
    const char code = offset < m_stream.size() ? m_stream[offset] : '\0';
    array.asText = kind == pickle::PickleKind::Text && code != 'T' && code != 'U' && code != 'S';
    return true;
}

std::optional<PaddleArray> PaddleRecords::array(pickle::PickleId id, std::string& problem) const
{
    const Found found = find(id);
    const auto wrong = [&](const char* what) {
        problem = what;
        return std::nullopt;
    };
    if (found.array == pickle::PickleValues::none)
        return wrong("is not an array");
    const auto& node = m_values.at(found.array).node;
    pickle::PickleId shape = pickle::PickleValues::none;
    pickle::PickleId dtype = pickle::PickleValues::none;
    pickle::PickleId data = pickle::PickleValues::none;
    PaddleArray array;
    if (meaningOf(m_values, node.callee) == Meaning::FromBuffer) {
        const auto arguments = m_values.itemList(node.argument, 4);
        if (arguments.size() != 4)
            return wrong("has too few fields");
        data = arguments[0];
        dtype = arguments[1];
        shape = arguments[2];
        array.columnMajor = m_values.text(arguments[3]) == "F";
    } else {
        const auto state = m_values.itemList(node.state, 6);
        if (m_values.kind(node.state) != pickle::PickleKind::Tuple || state.size() < 4 || state.size() > 5)
            return wrong("has no state of version, shape, type, order and bytes");
        const std::size_t first = state.size() - 4; // the version may be missing
        shape = state[first];
        dtype = state[first + 1];
        const pickle::PickleKind order = m_values.kind(state[first + 2]);
        if (order != pickle::PickleKind::Boolean && order != pickle::PickleKind::Integer)
            return wrong("does not state the order of its elements");
        array.columnMajor = m_values.at(state[first + 2]).integer != 0;
        data = state[first + 3];
    }
    auto counts = this->counts(shape);
    if (!counts)
        return wrong("has an invalid shape, expected at most 64 integers");
    array.shape = std::move(*counts);
    auto type = this->type(dtype);
    if (!type)
        return wrong("has a type unknown to NumPy");
    array.type = std::move(*type);
    if (!array.type.isObject && !takeData(data, array))
        return wrong("has no bytes");
    return array;
}

} // namespace loupe::paddle

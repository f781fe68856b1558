#include "formats/torch/torch_records.h"

#include "core/checked_math.h"
#include "formats/shared/utf8_text.h"

#include <algorithm>
#include <limits>

namespace loupe::torch {

namespace {

constexpr std::size_t mostDimensions = 64; // torch's own limit

} // namespace

TorchName TorchRecords::global(pickle::PickleId id) const
{
    if (m_values.kind(id) == pickle::PickleKind::Persistent) { // ("module", class, path, source) of old files
        const auto list = m_values.itemList(m_values.at(id).node.argument, 2);
        id = list.size() == 2 && m_values.text(list[0]) == "module" ? list[1] : pickle::PickleValues::none;
    }
    return m_values.kind(id) == pickle::PickleKind::Global ? torchName(m_values.module(id), m_values.name(id))
                                                           : TorchName();
}

pickle::PickleRole TorchRecords::role(pickle::PickleId callee) const
{
    switch (global(callee).meaning) {
    case TorchGlobal::Mapping:
        return pickle::PickleRole::Mapping;
    case TorchGlobal::Sequence:
        return pickle::PickleRole::Sequence;
    case TorchGlobal::Encode:
        return pickle::PickleRole::Encode;
    case TorchGlobal::NumPy:
        return pickle::PickleRole::NumPy;
    case TorchGlobal::RebuildTensor:
    case TorchGlobal::RebuildTensorV3:
    case TorchGlobal::RebuildParameter:
        return pickle::PickleRole::Tensor;
    default:
        return pickle::PickleRole::Other;
    }
}

std::optional<std::uint64_t> TorchRecords::count(pickle::PickleId id) const
{
    if (m_values.kind(id) != pickle::PickleKind::Integer || m_values.at(id).integer < 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(m_values.at(id).integer);
}

TorchRecords::Call TorchRecords::call(pickle::PickleId id) const
{
    constexpr int mostWrappers = 16; // subclasses of parameters, for example; a value may wrap itself
    if (m_values.kind(id) == pickle::PickleKind::Persistent)
        return {storage(id) ? Kind::Storage : Kind::None, false, id};
    pickle::PickleId callee = pickle::PickleValues::none;
    pickle::PickleId arguments = pickle::PickleValues::none;
    if (m_values.kind(id) == pickle::PickleKind::Call) {
        callee = m_values.at(id).node.callee;
        arguments = m_values.at(id).node.argument;
    }
    for (int i = 0; i < mostWrappers && callee != pickle::PickleValues::none; ++i) {
        switch (global(callee).meaning) {
        case TorchGlobal::RebuildTensor:
            return {Kind::Tensor, false, arguments};
        case TorchGlobal::RebuildTensorV3:
            return {Kind::Tensor, true, arguments};
        case TorchGlobal::RebuildQuantized:
            return {Kind::Quantized, false, arguments};
        case TorchGlobal::RebuildSparse:
            return {Kind::Sparse, false, arguments};
        case TorchGlobal::RebuildElsewhere:
            return {Kind::Elsewhere, false, arguments};
        case TorchGlobal::RebuildParameter: {
            const auto list = m_values.itemList(arguments, 1);
            if (list.empty() || m_values.kind(list[0]) != pickle::PickleKind::Call)
                return {};
            callee = m_values.at(list[0]).node.callee;
            arguments = m_values.at(list[0]).node.argument;
            break;
        }
        case TorchGlobal::RebuildFromType: {
            const auto list = m_values.itemList(arguments, 3);
            if (list.size() < 3)
                return {};
            callee = list[0];
            arguments = list[2];
            break;
        }
        default:
            return {};
        }
    }
    return {};
}

std::optional<TorchStorageRef> TorchRecords::storage(pickle::PickleId persistent) const
{
    if (m_values.kind(persistent) != pickle::PickleKind::Persistent)
        return std::nullopt;
    const auto list = m_values.itemList(m_values.at(persistent).node.argument, 6);
    if (list.size() < 5 || m_values.text(list[0]) != "storage" || m_values.kind(list[2]) != pickle::PickleKind::Text)
        return std::nullopt;
    const TorchName type = global(list[1]);
    const auto elements = count(list[4]);
    if (type.meaning != TorchGlobal::Storage || !elements)
        return std::nullopt;
    TorchStorageRef ref{m_values.text(list[2]), list[2], type, *elements, 0, *elements};
    if (list.size() == 6 && m_values.kind(list[5]) == pickle::PickleKind::Tuple) {
        const auto view = m_values.itemList(list[5], 3);
        const auto offset = view.size() == 3 ? count(view[1]) : std::nullopt;
        const auto size = view.size() == 3 ? count(view[2]) : std::nullopt;
        if (!offset || !size)
            return std::nullopt;
        ref.viewBegin = std::min(*offset, ref.elements); // clamped like a slice in torch
        ref.viewEnd = ref.viewBegin + std::min(*size, ref.elements - ref.viewBegin);
    }
    return ref;
}

std::optional<std::vector<std::uint64_t>> TorchRecords::counts(pickle::PickleId tuple) const
{
    // torch.Size((2, 3)) is a call in old files.
    if (m_values.kind(tuple) == pickle::PickleKind::Call) {
        const auto list = m_values.itemList(m_values.at(tuple).node.argument, 1);
        if (global(m_values.at(tuple).node.callee).meaning != TorchGlobal::Sequence || list.empty())
            return std::nullopt;
        tuple = list[0];
    }
    const pickle::PickleKind kind = m_values.kind(tuple);
    if ((kind != pickle::PickleKind::Tuple && kind != pickle::PickleKind::List)
        || m_values.itemCount(tuple) > mostDimensions)
        return std::nullopt;
    std::vector<std::uint64_t> numbers;
    for (const pickle::PickleId item : m_values.items(tuple)) {
        const auto number = count(item);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

std::optional<TorchTensor> TorchRecords::tensor(pickle::PickleId id, std::string& problem) const
{
    const Call made = call(id);
    if (made.kind == Kind::Storage) {
        const TorchStorageRef ref = *storage(made.arguments);
        return TorchTensor{ref, ref.type, ref.viewBegin, {ref.viewEnd - ref.viewBegin}, {1}};
    }
    const auto list = m_values.itemList(made.arguments, 8);
    const auto wrong = [&](const char* what) {
        problem = what;
        return std::nullopt;
    };
    if (list.size() < (made.typed ? 7U : 4U))
        return wrong("has too few fields");
    const auto ref = storage(list[0]);
    const auto offset = count(list[1]);
    auto shape = counts(list[2]);
    auto strides = counts(list[3]);
    if (!ref)
        return wrong("names an invalid storage");
    if (!offset)
        return wrong("has an invalid offset");
    if (!shape)
        return wrong("has an invalid shape, expected at most 64 integers");
    if (!strides || strides->size() != shape->size())
        return wrong("has invalid strides, expected one integer per dimension");
    TorchTensor tensor{*ref, ref->type, *offset, std::move(*shape), std::move(*strides)};
    const std::size_t metadata = made.typed ? 7 : 6; // {"conj": True}, {"neg": True}
    if (list.size() > metadata)
        readView(list[metadata], tensor);
    if (made.typed)
        tensor.type = global(list[6]);
    if (made.typed && tensor.type.meaning != TorchGlobal::DType)
        return wrong("has an unknown dtype");
    tensor.elementsPerByte = tensor.type.elementsPerByte;
    const auto begin = checkedMultiply(ref->viewBegin, ref->type.elementBytes);
    if (!begin || *begin % tensor.type.elementBytes != 0)
        return wrong("begins within an element of its storage");
    const auto all = checkedAdd(*offset, *begin / tensor.type.elementBytes);
    if (!all)
        return wrong("has an invalid offset");
    tensor.offset = *all;
    return tensor;
}

void TorchRecords::readView(pickle::PickleId metadata, TorchTensor& tensor) const
{
    constexpr std::size_t mostItems = 16;
    if (m_values.kind(metadata) != pickle::PickleKind::Dictionary)
        return;
    const auto items = m_values.itemList(metadata, mostItems);
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
        const bool isSet =
            m_values.kind(items[i + 1]) == pickle::PickleKind::Boolean && m_values.at(items[i + 1]).integer != 0;
        const std::string_view key = m_values.text(items[i]);
        if (key == "conj") {
            tensor.signs.imaginary ^= isSet;
        } else if (key == "neg") {
            tensor.signs.real ^= isSet;
            tensor.signs.imaginary ^= isSet;
        } else {
            tensor.isUnknownView = true;
        }
    }
}

TorchQuantizer TorchRecords::quantizer(pickle::PickleId id) const
{

    TorchQuantizer quantizer;
    const auto arguments = m_values.itemList(call(id).arguments, 5);
    const auto list = arguments.size() < 5 ? std::vector<pickle::PickleId>() : m_values.itemList(arguments[4], 4);
    if (list.size() < 3 || m_values.kind(list[0]) != pickle::PickleKind::Global)
        return quantizer;
    quantizer.scheme = utf8Of(m_values.name(list[0]));
    quantizer.scale = list[1];
    quantizer.zeroPoint = list[2];
    if (quantizer.scheme.starts_with("per_tensor")) {
        const pickle::PickleKind scale = m_values.kind(list[1]);
        const bool isNumber = scale == pickle::PickleKind::Float || scale == pickle::PickleKind::Integer;
        const std::int64_t zero = m_values.kind(list[2]) == pickle::PickleKind::Integer
            ? m_values.at(list[2]).integer
            : std::numeric_limits<std::int64_t>::max();
        if (!isNumber || zero != static_cast<std::int32_t>(zero))
            return quantizer;
        quantizer.scaleNumber = scale == pickle::PickleKind::Float ? m_values.at(list[1]).number
                                                                   : static_cast<double>(m_values.at(list[1]).integer);
        quantizer.zeroPointNumber = static_cast<std::int32_t>(zero);
        quantizer.kind = TorchQuantizer::Kind::PerTensor;
    } else if (quantizer.scheme.starts_with("per_channel") && list.size() >= 4) {
        const auto axis = count(list[3]);
        const bool areTensors = kind(list[1]) == Kind::Tensor && kind(list[2]) == Kind::Tensor;
        if (axis && areTensors) {
            quantizer.axis = *axis;
            quantizer.kind = TorchQuantizer::Kind::PerChannel;
        }
    }
    return quantizer;
}

TorchSparse TorchRecords::sparse(pickle::PickleId id) const
{
    TorchSparse sparse;
    const auto list = m_values.itemList(call(id).arguments, 2);
    const auto data = list.size() < 2 ? list : m_values.itemList(list[1], 4);
    // torch.serialization._get_layout("torch.sparse_coo")
    if (!list.empty() && m_values.kind(list[0]) == pickle::PickleKind::Call) {
        for (const pickle::PickleId name : m_values.itemList(m_values.at(list[0]).node.argument, 1))
            sparse.layout = utf8Of(m_values.text(name));
    }
    const bool isList = sparse.layout == "torch.sparse_coo";
    const bool byRow = sparse.layout == "torch.sparse_csr" || sparse.layout == "torch.sparse_bsr";
    const std::size_t size = isList ? 2 : 3;
    auto shape = data.size() > size ? counts(data[size]) : std::nullopt;
    if (!shape || (!isList && !sparse.layout.starts_with("torch.sparse_")))
        return sparse;
    sparse.shape = std::move(*shape);
    if (isList)
        sparse.tensors = {{"indices", data[0]}, {"values", data[1]}};
    else
        sparse.tensors = {{byRow ? "crow_indices" : "ccol_indices", data[0]},
            {byRow ? "col_indices" : "row_indices", data[1]}, {"values", data[2]}};
    return sparse;
}

} // namespace loupe::torch

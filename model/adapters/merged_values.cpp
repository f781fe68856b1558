#include "adapters/merged_values.h"

#include "adapters/updates/factors.h"
#include "adapters/updates/update_figures.h"
#include "adapters/wide_numbers.h"
#include "core/stop_scope.h"
#include "core/text/quote.h"
#include "saving/casting/cast.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace loupe {

namespace {

constexpr std::uint64_t mostColumns = std::uint64_t{1} << 26; // numbers of a row that are held at once
constexpr std::uint64_t rowsAtOnce = std::uint64_t{1} << 20; // numbers

/// Whether magnitudes are of columns of the weight, as it is stored.
bool areOfColumns(const AdapterModule& module, const MergedChange& change)
{
    return module.hasInputMagnitudes != change.isTransposed;
}

} // namespace

MergedValues::MergedValues(std::shared_ptr<const Checkpoint> base, std::uint32_t tensor,
    std::shared_ptr<UpdateCache> updates, std::vector<MergedChange> changes, bool allowsNonFinite)
    : m_base(std::move(base))
    , m_tensor(tensor)
    , m_updates(std::move(updates))
    , m_changes(std::move(changes))
    , m_allowsNonFinite(allowsNonFinite)
{
    std::ranges::stable_sort(m_changes, {}, &MergedChange::kind);
}

std::uint64_t MergedValues::columnsOf(const Tensor& tensor) const
{
    const auto isOfParameter = [&](const MergedChange& change) {
        return change.kind == MergedChange::Kind::Update && m_updates->adapter().modules[change.module].isOfParameter();
    };
    if (tensor.shape.empty())
        return 1;
    return std::ranges::any_of(m_changes, isOfParameter) ? tensor.shape.back()
                                                         : elementCount(tensor.shape.subspan(1)).value_or(0);
}

Result<> MergedValues::decode(
    const Tensor& tensor, const Source&, std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const
{
    if (count == 0)
        return {};
    const auto elements = Elements::open(m_base, m_tensor);
    if (!elements)
        return fail(elements.error());
    Rows rows;
    rows.columns = columnsOf(tensor);
    if (rows.columns > mostColumns) {
        return fail(ErrorCode::TooLarge, "tensor " + quote(tensor.name) + " has rows too long to merge",
            elements->source().path().string());
    }
    rows.first = first / rows.columns;
    rows.count = (first + count - 1) / rows.columns + 1 - rows.first;
    rows.numbers.resize(rows.count * rows.columns);
    Buffer scratch;
    if (auto read = readWide(*elements, rows.first * rows.columns, rows.numbers, scratch); !read)
        return read;
    for (const MergedChange& change : m_changes) {
        if (auto applied = apply(change, rows, scratch); !applied)
            return applied;
    }
    const auto wanted = std::span(rows.numbers).subspan(first - rows.first * rows.columns, count);
    const auto bytes = std::as_writable_bytes(wanted);
    if (tensor.dtype == DType::F64) {
        std::ranges::copy(bytes, target.begin());
    } else {
        castElements(DType::F64, tensor.dtype, bytes.data(), count, target.data());
        if (!m_allowsNonFinite) // what was written is checked, as rounding may overflow
            castElements(tensor.dtype, DType::F64, target.data(), count, bytes.data());
    }
    return m_allowsNonFinite ? Result<>() : checkFinite(tensor, *elements, first, wanted);
}

Result<> MergedValues::checkFinite(
    const Tensor& tensor, const Elements& base, std::uint64_t first, std::span<const double> merged) const
{
    const auto isFinite = [](double number) { return std::isfinite(number); };
    if (std::ranges::all_of(merged, isFinite))
        return {};
    std::vector<double> before(merged.size());
    Buffer scratch;
    if (auto read = readWide(base, first, before, scratch); !read)
        return read;
    for (std::size_t i = 0; i < merged.size(); ++i) {
        if (std::isfinite(merged[i]) || !std::isfinite(before[i]))
            continue;
        if (auto cause = nonFinitePart(tensor); !cause)
            return cause;
        return fail(ErrorCode::Unsupported,
            "merging turns finite values of " + quote(tensor.name) + " infinite or NaN in "
                + std::string(dtypeName(tensor.dtype)) + ", the first one element " + std::to_string(first + i),
            base.source().path().string(), Remedy::WriteNonFinite);
    }
    return {};
}

Result<> MergedValues::nonFinitePart(const Tensor& tensor) const
{
    const Adapter& adapter = m_updates->adapter();
    const Work work{StopScope::current(), nullptr};
    for (const MergedChange& change : m_changes) {
        const bool isUpdate = change.kind == MergedChange::Kind::Update;
        std::vector<std::uint32_t> tensors;
        if (!isUpdate)
            tensors.push_back(change.tensor);
        for (const auto& part : adapter.modules[change.module].parts) {
            if (isUpdate && part)
                tensors.push_back(*part);
        }
        for (const std::uint32_t part : tensors) {
            const Tensor& own = adapter.checkpoint->tensors[part];
            const auto norm = normOfRows(adapter.checkpoint, part, 0, own.shape.empty() ? 1 : own.shape[0], work);
            if (!norm)
                return fail(norm.error());
            if (std::isfinite(*norm))
                continue;
            return fail(ErrorCode::Unsupported,
                "tensor " + quote(own.name) + " has NaN or infinite values, which merging brings into "
                    + quote(tensor.name),
                adapter.checkpoint->path.string(), Remedy::WriteNonFinite);
        }
    }
    return {};
}

Result<> MergedValues::apply(const MergedChange& change, Rows& rows, Buffer& scratch) const
{
    if (rows.first + rows.count <= change.firstRow || rows.first >= change.firstRow + change.rows)
        return {};
    if (change.kind != MergedChange::Kind::Update)
        return addTensor(change, rows, scratch);
    const AdapterModule& module = m_updates->adapter().modules[change.module];
    if (!module.part(AdapterPart::Magnitude))
        return addUpdate(change, rows);
    const std::vector<double> before = change.factor == 1 ? std::vector<double>() : rows.numbers;
    MergedChange whole = change; // the strength is that of the outcome
    whole.factor = 1;
    return addUpdate(whole, rows).and_then([&] { return normalize(change, rows, before); });
}

Result<> MergedValues::addTensor(const MergedChange& change, Rows& rows, Buffer& scratch) const
{
    const auto elements = Elements::open(m_updates->adapter().checkpoint, change.tensor);
    if (!elements)
        return fail(elements.error());
    std::vector<double> numbers;
    for (const Run& run : commonRows(change, rows)) {
        numbers.resize(run.count * rows.columns);
        if (auto read = readWide(*elements, run.inModule * rows.columns, numbers, scratch); !read)
            return read;
        const auto target = std::span(rows.numbers).subspan((run.first - rows.first) * rows.columns, numbers.size());
        const bool isReplaced = change.kind == MergedChange::Kind::Replacement;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            target[i] = isReplaced ? numbers[i] : target[i] + change.factor * numbers[i];
    }
    return {};
}

std::vector<MergedValues::Run> MergedValues::commonRows(const MergedChange& change, const Rows& rows)
{
    std::vector<Run> runs;
    const auto add = [&](std::uint64_t first, std::uint64_t count, std::uint64_t inModule) {
        const std::uint64_t begin = std::max(rows.first, first);
        const std::uint64_t end = std::min(rows.first + rows.count, first + count);
        if (begin < end)
            runs.push_back({begin, end - begin, inModule + begin - first});
    };
    if (change.swapsHalves) {
        const std::uint64_t half = change.rows / 2;
        add(change.firstRow, half, half);
        add(change.firstRow + half, half, 0);
    } else {
        add(change.firstRow, change.rows, 0);
    }
    return runs;
}

Result<> MergedValues::addUpdate(const MergedChange& change, Rows& rows) const
{
    const Work work{StopScope::current(), nullptr};
    const auto update = m_updates->of(change.module, work);
    if (!update)
        return fail(update.error());
    for (const Run& run : commonRows(change, rows)) {
        const ProductTarget target(
            rows.numbers.data() + (run.first - rows.first) * rows.columns, run.count, rows.columns, rows.columns);
        auto added =
            (*update)->addRows(change.factor, {run.inModule, change.isTransposed, change.expert}, target, work);
        if (!added)
            return added;
    }
    return {};
}

Result<> MergedValues::normalize(const MergedChange& change, Rows& rows, const std::vector<double>& before) const
{
    const Adapter& adapter = m_updates->adapter();
    const AdapterModule& module = adapter.modules[change.module];
    const std::uint32_t tensor = *module.part(AdapterPart::Magnitude);
    const std::uint64_t count = adapter.checkpoint->tensors[tensor].elements();
    const auto magnitudes = readMatrix(adapter.checkpoint, tensor, 1, count);
    if (!magnitudes)
        return fail(magnitudes.error());
    const bool isOfColumns = areOfColumns(module, change);
    std::vector<double> norms;
    if (isOfColumns) {
        auto known = columnNorms(change);
        if (!known)
            return fail(std::move(known.error()));
        norms = std::move(*known);
    }
    // In a convolution, all numbers of a kernel share the magnitude of their channel.
    const std::uint64_t share = isOfColumns ? rows.columns / count : 1;
    const auto normalizeRow = [&](std::uint64_t row, std::uint64_t inModule) {
        const std::size_t start = (row - rows.first) * rows.columns;
        const auto numbers = std::span(rows.numbers).subspan(start, rows.columns);
        double square = 0;
        for (const double number : numbers)
            square += number * number;
        for (std::uint64_t column = 0; column < rows.columns; ++column) {
            const std::uint64_t place = isOfColumns ? column / share : inModule;
            const double norm = isOfColumns ? norms[place] : std::sqrt(square);
            const double whole = norm > 0 ? numbers[column] * magnitudes->at(0, place) / norm : 0;
            const double old = before.empty() ? 0 : before[start + column];
            numbers[column] = before.empty() ? whole : old + change.factor * (whole - old);
        }
    };
    for (const Run& run : commonRows(change, rows)) {
        for (std::uint64_t i = 0; i < run.count; ++i)
            normalizeRow(run.first + i, run.inModule + i);
    }
    return {};
}

Result<std::vector<double>> MergedValues::columnNorms(const MergedChange& change) const
{
    const std::lock_guard lock(m_mutex);
    if (const auto known = m_columnNorms.find(change.module); known != m_columnNorms.end())
        return known->second;
    const auto elements = Elements::open(m_base, m_tensor);
    if (!elements)
        return fail(elements.error());
    const AdapterModule& module = m_updates->adapter().modules[change.module];
    const auto shape = m_base->tensors[m_tensor].shape;
    const std::uint64_t columns = elementCount(shape.subspan(1)).value_or(0);
    const std::uint64_t count =
        m_updates->adapter().checkpoint->tensors[*module.part(AdapterPart::Magnitude)].elements();
    const std::uint64_t share = columns / count;
    std::vector<double> norms(count);
    MergedChange whole = change;
    whole.factor = 1;
    Buffer scratch;
    const std::uint64_t atOnce = std::max<std::uint64_t>(rowsAtOnce / columns, 1);
    for (std::uint64_t first = change.firstRow; first < change.firstRow + change.rows; first += atOnce) {
        if (StopScope::current().stop_requested())
            return fail(ErrorCode::Stopped, "stopped");
        Rows rows{first, std::min(atOnce, change.firstRow + change.rows - first), columns, {}};
        rows.numbers.resize(rows.count * columns);
        auto read = readWide(*elements, first * columns, rows.numbers, scratch);
        for (const MergedChange& earlier : m_changes) {
            if (read && earlier.kind != MergedChange::Kind::Update)
                read = addTensor(earlier, rows, scratch);
        }
        if (read)
            read = addUpdate(whole, rows);
        if (!read)
            return fail(std::move(read.error()));
        for (std::uint64_t i = 0; i < rows.numbers.size(); ++i)
            norms[i % columns / share] += rows.numbers[i] * rows.numbers[i];
    }
    for (double& norm : norms)
        norm = std::sqrt(norm);
    return m_columnNorms.emplace(change.module, std::move(norms)).first->second;
}

} // namespace loupe

#include "analysis/rearrangement/rearranged_storage.h"

#include "analysis/slices/widened.h"
#include "core/checked_math.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>

namespace loupe {

namespace {

constexpr std::uint64_t windowElements = std::uint64_t{4} << 20;
constexpr std::uint64_t keptBytes = 2 * windowElements * 8;
constexpr std::uint64_t longRun = 1024; ///< elements: shorter ones are not worth a read of their own
constexpr std::uint64_t smallBlock = 64;

std::uint64_t countOf(std::span<const StridedAxis> axes)
{
    return std::accumulate(axes.begin(), axes.end(), std::uint64_t{1},
        [](std::uint64_t count, const StridedAxis& axis) { return count * axis.size; });
}

std::uint64_t nextId()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

/// The offset of element number `index` of these axes from their first element.
std::uint64_t placeIn(std::span<const StridedAxis> axes, std::uint64_t index)
{
    std::uint64_t place = 0;
    for (std::size_t i = axes.size(); i-- > 0; index /= axes[i].size)
        place += index % axes[i].size * axes[i].stride;
    return place;
}

std::uint64_t lastPlace(std::span<const StridedAxis> axes)
{
    return std::accumulate(axes.begin(), axes.end(), std::uint64_t{0},
        [](std::uint64_t place, const StridedAxis& axis) { return place + (axis.size - 1) * axis.stride; });
}

/// Reads stored elements from front to back, a chunk at a time.
class ChunkReader {
public:
    ChunkReader(const std::vector<Elements>& pieces, std::uint64_t pieceElements, std::size_t elementSize)
        : m_pieces(pieces)
        , m_pieceElements(pieceElements)
        , m_elementSize(elementSize)
    {
    }

    /// The bytes of at least one element from `place` on. The caller needs none after `last`.
    Result<std::span<const std::byte>> from(std::uint64_t place, std::uint64_t last)
    {
        if (place < m_begin || place >= m_end) {
            const std::uint64_t at = place % m_pieceElements;
            const Elements& piece = m_pieces[place / m_pieceElements];
            const std::uint64_t count =
                std::min({piece.chunkElements(), m_pieceElements - at, saturatingAdd(last - place, 1)});
            if (auto room = m_bytes.resize(count * m_elementSize); !room)
                return fail(std::move(room.error()));
            auto read = piece.visit(at, count, m_scratch, [&](std::span<const std::byte> bytes) {
                std::memcpy(m_bytes.bytes().data(), bytes.data(), bytes.size());
            });
            if (!read)
                return fail(std::move(read.error()));
            m_begin = place;
            m_end = place + count;
        }
        return std::span<const std::byte>(m_bytes.bytes()).subspan((place - m_begin) * m_elementSize);
    }

private:
    const std::vector<Elements>& m_pieces;
    std::uint64_t m_pieceElements;
    std::size_t m_elementSize;
    Buffer m_bytes;
    Buffer m_scratch;
    std::uint64_t m_begin = 0; ///< elements in m_bytes
    std::uint64_t m_end = 0;
};

/// An axis of a box: the distance between neighboring stored elements, and where they go.
struct BoxAxis {
    std::uint64_t size = 1;
    std::uint64_t from = 0;
    std::uint64_t to = 0;
};

void copyApart(std::size_t size, std::uint64_t count, const std::byte* from, std::uint64_t fromStep, std::byte* to,
    std::uint64_t toStep)
{
    for (std::uint64_t i = 0; i < count; ++i)
        std::memcpy(to + i * toStep * size, from + i * fromStep * size, size);
}

/// Elements that are put in order together. The axes are in storage order.
struct Box {
    std::uint64_t first = 0; ///< stored element
    std::vector<BoxAxis> axes;
};

Result<> fill(const Box& box, ChunkReader& reader, std::size_t size, std::span<std::byte> target)
{
    const BoxAxis run = box.axes.empty() ? BoxAxis{1, 1, 1} : box.axes.back();
    const auto outer = std::span(box.axes).first(box.axes.empty() ? 0 : box.axes.size() - 1);
    std::uint64_t last = box.first;
    for (const BoxAxis& axis : box.axes)
        last += (axis.size - 1) * axis.from;
    std::vector<std::uint64_t> index(outer.size());
    std::uint64_t from = box.first;
    std::uint64_t to = 0;
    for (;;) {
        for (std::uint64_t done = 0; done < run.size;) {
            const auto bytes = reader.from(from + done * run.from, last);
            if (!bytes)
                return fail(bytes.error());
            const std::uint64_t now = std::min(run.size - done, (bytes->size() / size - 1) / run.from + 1);
            copyApart(size, now, bytes->data(), run.from, target.data() + (to + done * run.to) * size, run.to);
            done += now;
        }
        std::size_t axis = outer.size();
        for (; axis > 0; --axis) {
            from += outer[axis - 1].from;
            to += outer[axis - 1].to;
            if (++index[axis - 1] < outer[axis - 1].size)
                break;
            from -= outer[axis - 1].size * outer[axis - 1].from;
            to -= outer[axis - 1].size * outer[axis - 1].to;
            index[axis - 1] = 0;
        }
        if (axis == 0)
            return {};
    }
}

template <typename T>
void addTo(DType stored, const std::byte* bytes, std::uint64_t count, double add, std::byte* target)
{
    std::vector<T> numbers(std::min<std::uint64_t>(count, 4096));
    for (std::uint64_t done = 0; done < count;) {
        const std::uint64_t now = std::min<std::uint64_t>(count - done, numbers.size());
        widen(stored, bytes, done, now, numbers.data());
        for (std::uint64_t i = 0; i < now; ++i)
            numbers[i] += static_cast<T>(add);
        std::memcpy(target + done * sizeof(T), numbers.data(), now * sizeof(T));
        done += now;
    }
}

} // namespace

RearrangedStorage::RearrangedStorage(
    std::vector<Elements> pieces, TensorView view, double add, std::shared_ptr<ViewWindows> windows)
    : m_id(nextId())
    , m_pieces(std::move(pieces))
    , m_view(std::move(view))
    , m_add(add)
    , m_windows(std::move(windows))
    , m_size(bitsPerElement(m_pieces.front().dtype()) / 8)
    , m_pieceElements(m_pieces.front().count())
    , m_innerCount(countOf(innerAxes()))
{
    const bool lieInMap = std::ranges::all_of(m_pieces, &Elements::lieInMap);
    const auto inner = innerAxes();
    const bool hasLongRuns = inner.empty() || (inner.back().stride == 1 && inner.back().size >= longRun)
        || (inner.size() == 1 && inner.back().stride == 1);
    m_usesWindows = (m_view.stackAxis && m_innerCount < smallBlock) || (!lieInMap && !hasLongRuns);
}

Elements RearrangedStorage::elementsOf(
    std::vector<Elements> pieces, TensorView view, double add, std::shared_ptr<ViewWindows> windows)
{
    const Elements first = pieces.front();
    const auto storage =
        std::make_shared<RearrangedStorage>(std::move(pieces), std::move(view), add, std::move(windows));
    Tensor tensor = first.tensor();
    tensor.shape = storage->m_view.shape;
    tensor.dtype = dtypeOf(tensor.dtype, add);
    tensor.storage = storage.get();
    return first.of(tensor, storage);
}

DType RearrangedStorage::dtypeOf(DType stored, double add)
{
    if (add == 0)
        return stored;
    return stored == DType::F64 ? DType::F64 : DType::F32;
}

std::span<const StridedAxis> RearrangedStorage::outerAxes() const
{
    return std::span(m_view.axes).first(m_view.stackAxis ? *m_view.stackAxis + 1 : 0);
}

std::span<const StridedAxis> RearrangedStorage::innerAxes() const
{
    return std::span(m_view.axes).subspan(m_view.stackAxis ? *m_view.stackAxis + 1 : 0);
}

Result<> RearrangedStorage::decode(
    const Tensor&, const Source& source, std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const
try {
    Buffer stored;
    std::span<std::byte> bytes = target;
    if (m_add != 0) {
        if (auto room = stored.resize(count * m_size); !room)
            return room;
        bytes = stored.bytes();
    }
    auto done = m_usesWindows ? readWindows(first, count, bytes) : read(first, count, bytes);
    if (!done)
        return done;
    // Readers check only the tensor's own file.
    const Source* before = &source;
    for (const Elements& piece : m_pieces) {
        if (&piece.source() == before || &piece.source() == &source)
            continue;
        before = &piece.source();
        if (auto unchanged = before->checkUnchanged(); !unchanged)
            return unchanged;
    }
    const DType dtype = m_pieces.front().dtype();
    if (m_add != 0 && dtypeOf(dtype, m_add) == DType::F64)
        addTo<double>(dtype, bytes.data(), count, m_add, target.data());
    else if (m_add != 0)
        addTo<float>(dtype, bytes.data(), count, m_add, target.data());
    return {};
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to rearrange a tensor", source.path().string());
}

Result<> RearrangedStorage::read(std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const
{
    while (count > 0) {
        const std::uint64_t within = first % m_innerCount;
        const std::uint64_t now = std::min(count, m_innerCount - within);
        const std::uint64_t place = m_view.first + placeIn(outerAxes(), first / m_innerCount);
        auto done = readInOnePiece(place / m_pieceElements, place % m_pieceElements, within, now, target);
        if (!done)
            return done;
        first += now;
        count -= now;
        target = target.subspan(now * m_size);
    }
    return {};
}

Result<> RearrangedStorage::readInOnePiece(
    std::size_t piece, std::uint64_t at, std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const
{
    const auto inner = innerAxes();
    if (inner.empty() || (inner.size() == 1 && inner.front().stride == 1))
        return copy(piece, at + first, count, target);
    if (!m_pieces[piece].lieInMap())
        return readRuns(piece, at, first, count, target);
    Buffer none;
    return m_pieces[piece].visit(at, lastPlace(inner) + 1, none,
        [&](std::span<const std::byte> bytes) { gather(inner, bytes.data(), first, count, m_size, target.data()); });
}

Result<> RearrangedStorage::readRuns(
    std::size_t piece, std::uint64_t at, std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const
{
    const std::uint64_t run = innerAxes().back().size;
    while (count > 0) {
        const std::uint64_t now = std::min(count, run - first % run);
        if (auto done = copy(piece, at + placeIn(innerAxes(), first), now, target); !done)
            return done;
        first += now;
        count -= now;
        target = target.subspan(now * m_size);
    }
    return {};
}

Result<> RearrangedStorage::copy(
    std::size_t piece, std::uint64_t at, std::uint64_t count, std::span<std::byte> target) const
{
    const Elements& from = m_pieces[piece];
    Buffer scratch;
    while (count > 0) {
        const std::uint64_t now = std::min(count, from.chunkElements());
        auto done = from.visit(at, now, scratch,
            [&](std::span<const std::byte> bytes) { std::memcpy(target.data(), bytes.data(), bytes.size()); });
        if (!done)
            return done;
        at += now;
        count -= now;
        target = target.subspan(now * m_size);
    }
    return {};
}

Result<> RearrangedStorage::readWindows(std::uint64_t first, std::uint64_t count, std::span<std::byte> target) const
{
    // A window is a range of one axis, with all axes inside it.
    const std::span<const StridedAxis> axes = m_view.axes;
    std::size_t axis = axes.size();
    std::uint64_t inside = 1;
    while (axis > 0 && inside * axes[axis - 1].size <= windowElements)
        inside *= axes[--axis].size;
    const StridedAxis cutAxis = axis > 0 ? axes[axis - 1] : StridedAxis{1, 0};
    const std::span<const StridedAxis> outside = axes.first(axis > 0 ? axis - 1 : 0);
    const std::uint64_t rows = std::clamp<std::uint64_t>(windowElements / inside, 1, cutAxis.size);
    const std::uint64_t windowsEach = (cutAxis.size + rows - 1) / rows;
    const std::uint64_t outer = cutAxis.size * inside;
    while (count > 0) {
        const std::uint64_t row = first % outer / inside;
        const std::uint64_t number = row / rows;
        const std::uint64_t ownRows = std::min(rows, cutAxis.size - number * rows);
        const std::uint64_t within = first % outer - number * rows * inside;
        const std::uint64_t now = std::min(count, ownRows * inside - within);
        const auto decoded = m_windows->get({m_id, first / outer * windowsEach + number, ownRows * inside * m_size},
            keptBytes, [&](std::span<std::byte> window) {
                Box box{m_view.first + placeIn(outside, first / outer) + number * rows * cutAxis.stride, {}};
                box.axes.push_back({ownRows, cutAxis.stride, inside});
                std::uint64_t to = inside;
                for (const StridedAxis& inner : axes.subspan(axis)) {
                    to /= inner.size;
                    box.axes.push_back({inner.size, inner.stride, to});
                }
                std::erase_if(box.axes, [](const BoxAxis& one) { return one.size == 1; });
                std::ranges::sort(box.axes, std::ranges::greater(), &BoxAxis::from);
                ChunkReader reader(m_pieces, m_pieceElements, m_size);
                return fill(box, reader, m_size, window);
            });
        if (!decoded)
            return fail(decoded.error());
        std::memcpy(target.data(), (*decoded)->data() + within * m_size, now * m_size);
        first += now;
        count -= now;
        target = target.subspan(now * m_size);
    }
    return {};
}

std::string_view RearrangedStorage::typeName() const
{
    const Storage* const stored = m_pieces.front().tensor().storage;
    return stored && m_add == 0 ? stored->typeName() : std::string_view();
}

std::optional<Storage::View> RearrangedStorage::view(const Tensor&) const
{
    if (m_pieces.size() > 1)
        return std::nullopt;
    const Tensor& piece = m_pieces.front().tensor();
    return piece.storage ? piece.storage->view(piece) : View{nullptr, piece.bytes};
}

std::uint64_t RearrangedStorage::fileBytes(const Tensor&) const
{
    std::uint64_t bytes = 0;
    for (const Elements& piece : m_pieces)
        bytes = saturatingAdd(bytes, loupe::fileBytes(piece.tensor()));
    // A part of a tensor counts in proportion to its size.
    const long double share = static_cast<long double>(countOf(m_view.axes))
        / (static_cast<long double>(m_pieceElements) * static_cast<long double>(m_pieces.size()));
    return share == 1 ? bytes : static_cast<std::uint64_t>(std::llround(static_cast<long double>(bytes) * share));
}

bool RearrangedStorage::knowsFileBytes() const
{
    return std::ranges::all_of(m_pieces, [](const Elements& piece) { return loupe::knowsFileBytes(piece.tensor()); });
}

} // namespace loupe

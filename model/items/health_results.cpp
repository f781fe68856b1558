#include "items/health_results.h"

#include <bit>
#include <utility>

namespace loupe {

namespace {

constexpr std::optional<std::uint64_t> Summary::*countFigures[] = {&Summary::nan, &Summary::positiveInf,
    &Summary::negativeInf, &Summary::zero, &Summary::negative, &Summary::subnormal, &Summary::firstNonfinite};
constexpr std::optional<double> Summary::*realFigures[] = {&Summary::mean, &Summary::standardDeviation};
constexpr std::optional<Scalar> Summary::*scalarFigures[] = {&Summary::minimum, &Summary::maximum};

std::uint64_t toBits(const Scalar& scalar)
{
    switch (scalar.kind) {
    case Scalar::Kind::Signed:
        return std::bit_cast<std::uint64_t>(scalar.asSigned);
    case Scalar::Kind::Float:
        return std::bit_cast<std::uint64_t>(scalar.real);
    default:
        return scalar.asUnsigned;
    }
}

Scalar fromBits(Scalar::Kind kind, bool singlePrecision, std::uint64_t bits)
{
    Scalar scalar{.kind = kind, .singlePrecision = singlePrecision};
    switch (kind) {
    case Scalar::Kind::Signed:
        scalar.asSigned = std::bit_cast<std::int64_t>(bits);
        break;
    case Scalar::Kind::Float:
        scalar.real = std::bit_cast<double>(bits);
        break;
    default:
        scalar.asUnsigned = bits;
        break;
    }
    return scalar;
}

/// Complex numbers have parts, unreadable ones a note, and a failure has a sentence.
bool fitsRecord(const Result<Health>& health)
{
    return health && health->summary.parts.empty() && health->summary.note.empty();
}

} // namespace

/// A Health without what only few have, packed: what is absent has no bit in `present`.
struct HealthResults::Record {
    std::uint64_t counts[std::size(countFigures)] = {};
    double reals[std::size(realFigures)] = {};
    std::uint64_t scalars[std::size(scalarFigures)] = {};
    double largestMagnitude = 0;
    std::uint32_t duplicateOf = 0;
    std::uint16_t present = 0;
    Scalar::Kind kind = Scalar::Kind::None;
    bool singlePrecision : 1 = false;
    bool constant : 1 = false;
    bool outliers : 1 = false;
    bool whole : 1 = false; ///< look into m_whole

    static Record pack(const Health& health)
    {
        Record record;
        unsigned bit = 1;
        const auto put = [&](const auto& figure, auto& place, auto convert) {
            if (figure) {
                place = convert(*figure);
                record.present = static_cast<std::uint16_t>(record.present | bit);
            }
            bit <<= 1;
        };
        const auto same = [](auto value) { return value; };
        for (std::size_t i = 0; i < std::size(countFigures); ++i)
            put(health.summary.*countFigures[i], record.counts[i], same);
        for (std::size_t i = 0; i < std::size(realFigures); ++i)
            put(health.summary.*realFigures[i], record.reals[i], same);
        for (std::size_t i = 0; i < std::size(scalarFigures); ++i)
            put(health.summary.*scalarFigures[i], record.scalars[i], toBits);
        put(health.largestMagnitude, record.largestMagnitude, same);
        put(health.duplicateOf, record.duplicateOf, same);
        if (health.summary.minimum) {
            record.kind = health.summary.minimum->kind;
            record.singlePrecision = health.summary.minimum->singlePrecision;
        }
        record.constant = health.constant;
        record.outliers = health.outliers;
        return record;
    }

    Health unpack(const Tensor& tensor) const
    {
        Health health;
        health.summary.dtype = tensor.dtype;
        health.summary.elements = tensor.elements();
        unsigned bit = 1;
        const auto take = [&](auto& figure, const auto& place, auto convert) {
            if (present & bit)
                figure = convert(place);
            bit <<= 1;
        };
        const auto same = [](auto value) { return value; };
        for (std::size_t i = 0; i < std::size(countFigures); ++i)
            take(health.summary.*countFigures[i], counts[i], same);
        for (std::size_t i = 0; i < std::size(realFigures); ++i)
            take(health.summary.*realFigures[i], reals[i], same);
        for (std::size_t i = 0; i < std::size(scalarFigures); ++i)
            take(health.summary.*scalarFigures[i], scalars[i],
                [this](std::uint64_t bits) { return fromBits(kind, singlePrecision, bits); });
        take(health.largestMagnitude, largestMagnitude, same);
        take(health.duplicateOf, duplicateOf, same);
        health.constant = constant;
        health.outliers = outliers;
        return health;
    }
};

HealthResults::HealthResults(std::uint32_t tensors)
    : m_tensors(tensors)
    , m_blocks((std::size_t{tensors} + blockSize - 1) / blockSize)
{
}

HealthResults::~HealthResults() = default;

const HealthResults::Record& HealthResults::record(std::uint32_t tensor) const
{
    return m_blocks[tensor / blockSize][tensor % blockSize];
}

void HealthResults::add(
    const Checkpoint& checkpoint, const NameTree& tree, std::uint32_t tensor, const Result<Health>& health)
{
    const HealthSums sums = healthOf(checkpoint.tensors[tensor], health);
    Record packed;
    if (fitsRecord(health))
        packed = Record::pack(*health);
    else
        packed.whole = true;

    const std::lock_guard lock(m_mutex);
    if (m_closed)
        return;
    if (m_groups.empty())
        m_groups.resize(tree.groupCount());
    if (packed.whole)
        m_whole.emplace(tensor, health);
    if (!health && !m_firstError)
        m_firstError = health.error();
    if (tensor % blockSize == 0)
        m_blocks[tensor / blockSize] = std::make_unique<Record[]>(blockSize);
    m_blocks[tensor / blockSize][tensor % blockSize] = packed;
    for (NameTree::NodeId node = tensor; node != tree.root();) {
        node = tree.parent(node);
        m_groups[node - tree.root()].add(sums);
    }
    m_lookedAt.store(tensor + 1, std::memory_order_release);
}

void HealthResults::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
}

std::optional<Result<Health>> HealthResults::find(const Checkpoint& checkpoint, std::uint32_t tensor) const
{
    if (tensor >= lookedAt())
        return std::nullopt;
    const Record& packed = record(tensor);
    if (!packed.whole)
        return packed.unpack(checkpoint.tensors[tensor]);
    const std::lock_guard lock(m_mutex);
    return m_whole.at(tensor);
}

std::optional<ValueCounts> HealthResults::counts(const Checkpoint& checkpoint, std::uint32_t tensor) const
{
    const auto health = find(checkpoint, tensor);
    return health && *health ? valueCounts((*health)->summary) : std::nullopt;
}

HealthSums HealthResults::sums(const Checkpoint& checkpoint, const NameTree& tree, NameTree::NodeId node) const
{
    if (!tree.isGroup(node)) {
        const auto health = find(checkpoint, node);
        return health ? healthOf(checkpoint.tensors[node], *health) : HealthSums{};
    }
    const std::lock_guard lock(m_mutex);
    return m_groups.empty() ? HealthSums{} : m_groups[node - tree.root()];
}

HealthSums HealthResults::total() const
{
    const std::lock_guard lock(m_mutex);
    return m_groups.empty() ? HealthSums{} : m_groups.front();
}

std::optional<Error> HealthResults::firstError() const
{
    const std::lock_guard lock(m_mutex);
    return m_firstError;
}

std::vector<std::uint64_t> HealthResults::ranks(const Checkpoint& checkpoint, const NameTree& tree) const
{
    std::vector<std::uint64_t> ranks(tree.nodeCount());
    const std::uint32_t known = lookedAt();
    for (std::uint32_t tensor = 0; tensor < known; ++tensor)
        ranks[tensor] = sums(checkpoint, tree, tensor).rank();
    const std::lock_guard lock(m_mutex);
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        ranks[tree.root() + group] = m_groups[group].rank();
    return ranks;
}

} // namespace loupe

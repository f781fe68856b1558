#include "items/tree/health/health_results.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <type_traits>
#include <utility>

namespace loupe {

namespace {

/// Real and imaginary, each F32.
constexpr std::uint32_t complexParts = 2;

/// Calls `use` with each member of Summary that is stored, in the order of Record's arrays.
template <typename Count, typename Real, typename Extreme>
void forEachFigure(Count&& useCount, Real&& useReal, Extreme&& useExtreme)
{
    std::size_t counts = 0;
    std::size_t reals = 0;
    std::size_t extremes = 0;
    for (const Statistic& statistic : statistics) {
        if (statistic.count)
            useCount(statistic.count, counts++);
        else if (statistic.real)
            useReal(statistic.real, reals++);
        else if (statistic.extreme)
            useExtreme(statistic.extreme, extremes++);
    }
    // Summary::firstNonfinite is not stored because it is the smaller of these two.
    useCount(&Summary::firstNaN, counts++);
    useCount(&Summary::firstInfinite, counts++);
}

/// The index in Record's array of figures of this kind for a figure of Summary.
template <typename Figure>
constexpr std::size_t placeOf(Figure Statistic::*kind, std::type_identity_t<Figure> figure)
{
    std::size_t place = 0;
    for (const Statistic& statistic : statistics) {
        if (statistic.*kind == figure)
            break;
        place += statistic.*kind ? 1 : 0;
    }
    return place;
}

std::uint64_t toBits(const Scalar& scalar)
{
    switch (scalar.kind) {
    case Scalar::Kind::Signed:
        return std::bit_cast<std::uint64_t>(scalar.asSigned);
    case Scalar::Kind::Float:
        return std::bit_cast<std::uint64_t>(scalar.real);
    case Scalar::Kind::None:
    case Scalar::Kind::Unsigned:
    case Scalar::Kind::Complex: // its parts are stored separately
        break;
    }
    return scalar.asUnsigned;
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
    case Scalar::Kind::None:
    case Scalar::Kind::Unsigned:
    case Scalar::Kind::Complex:
        scalar.asUnsigned = bits;
        break;
    }
    return scalar;
}

/// Whether tensor `a` comes before `b` in natural order.
bool comesBefore(const OpenedCheckpoint& opened, NameTree::NodeId a, NameTree::NodeId b)
{
    const NameTree& tree = opened.tree;
    const auto depth = [&](NameTree::NodeId node) {
        int groups = 0;
        for (; node != tree.root(); node = tree.parent(node))
            ++groups;
        return groups;
    };
    const int depthA = depth(a);
    const int depthB = depth(b);
    for (int i = depthB; i < depthA; ++i)
        a = tree.parent(a);
    for (int i = depthA; i < depthB; ++i)
        b = tree.parent(b);
    while (tree.parent(a) != tree.parent(b)) {
        a = tree.parent(a);
        b = tree.parent(b);
    }
    return opened.order->row(a) < opened.order->row(b);
}

} // namespace

HealthResults::Record HealthResults::Record::pack(const Health& health)
{
    Record record;
    std::uint32_t bit = 1;
    const auto put = [&](const auto& figure, auto& target, auto convert) {
        if (figure) {
            target = convert(*figure);
            record.present |= bit;
        }
        bit <<= 1;
    };
    const auto same = [](auto value) { return value; };
    forEachFigure([&](auto figure, std::size_t i) { put(health.summary.*figure, record.counts[i], same); },
        [&](auto figure, std::size_t i) { put(health.summary.*figure, record.reals[i], same); },
        [&](auto figure, std::size_t i) { put(health.summary.*figure, record.scalars[i], toBits); });
    put(health.largestMagnitude, record.largestMagnitude, same);
    put(health.duplicateOf, record.duplicateOf, same);
    put(health.sigmas, record.sigmas, same);
    put(health.summary.distribution, record.distribution, same);
    if (health.summary.minimum) {
        record.kind = health.summary.minimum->kind;
        record.singlePrecision = health.summary.minimum->singlePrecision;
    }
    record.constant = health.constant;
    return record;
}

Health HealthResults::Record::unpack(DType dtype, std::uint64_t elements) const
{
    Health health;
    health.summary.dtype = dtype;
    health.summary.elements = elements;
    std::uint32_t bit = 1;
    const auto take = [&](auto& figure, const auto& stored, auto convert) {
        if (present & bit)
            figure = convert(stored);
        bit <<= 1;
    };
    const auto same = [](auto value) { return value; };
    forEachFigure([&](auto figure, std::size_t i) { take(health.summary.*figure, counts[i], same); },
        [&](auto figure, std::size_t i) { take(health.summary.*figure, reals[i], same); },
        [&](auto figure, std::size_t i) {
            take(health.summary.*figure, scalars[i],
                [this](std::uint64_t bits) { return fromBits(kind, singlePrecision, bits); });
        });
    take(health.largestMagnitude, largestMagnitude, same);
    take(health.duplicateOf, duplicateOf, same);
    take(health.sigmas, sigmas, same);
    take(health.summary.distribution, distribution, same);
    health.summary.firstNonfinite = earlier(health.summary.firstNaN, health.summary.firstInfinite);
    health.constant = constant;
    return health;
}

void HealthResults::Record::setRemarks(const HealthSums& sums)
{
    static_assert(healthRemarkCount <= 8 * sizeof remarks);
    for (std::size_t remark = 0; remark < healthRemarkCount; ++remark)
        remarks = static_cast<std::uint16_t>(remarks | ((sums.remarks[remark] > 0 ? 1U : 0U) << remark));
    odd = sums.odd > 0;
    warned = sums.warned > 0;
}

HealthSums HealthResults::Record::sums() const
{
    HealthSums sums{.tensors = 1,
        .nan = counts[placeOf(&Statistic::count, &Summary::nan)],
        .infinite = counts[placeOf(&Statistic::count, &Summary::positiveInf)]
            + counts[placeOf(&Statistic::count, &Summary::negativeInf)],
        .unknown = more == More::Note ? 1U : 0U,
        .sigmas = sigmas,
        .odd = odd ? 1U : 0U,
        .warned = warned ? 1U : 0U};
    for (std::size_t remark = 0; remark < healthRemarkCount; ++remark)
        sums.remarks[remark] = remarks >> remark & 1U;
    if (kind != Scalar::Kind::None) {
        const auto extreme = [this](Statistic::Extreme figure) {
            return fromBits(kind, singlePrecision, scalars[placeOf(&Statistic::extreme, figure)]).toDouble();
        };
        sums.least = extreme(&Summary::minimum);
        sums.greatest = extreme(&Summary::maximum);
    }
    return sums;
}

HealthResults::HealthResults(std::uint32_t tensors)
    : m_records(tensors)
{
    // A bit of `present` for each of these, for the figures of Health, and for the distribution.
    static_assert(Record::countFigures + Record::realFigures + Record::scalarFigures + 4 <= 32);
}

void HealthResults::add(const OpenedCheckpoint& opened, std::uint32_t tensor, const Result<Health>& health)
{
    const NameTree& tree = opened.tree;
    const HealthSums sums = healthOf(opened.checkpoint->tensors[tensor], health);
    Record packed = health ? Record::pack(*health) : Record{};
    packed.setRemarks(sums);

    if (m_closed || m_records.isFull())
        return;
    // Computing scales takes time, so do it without the lock: readers of sums must not wait for it.
    const auto* const distribution = health && health->summary.distribution ? &*health->summary.distribution : nullptr;
    m_scales.add(m_records.capacity(), opened.checkpoint->tensors[tensor].name,
        distribution ? std::optional(RoleScale{distribution->low, distribution->high}) : std::nullopt);

    FindingsPtr findings;
    std::vector<Finding> added;
    if (health && !health->findings.empty()) {
        if (!m_known)
            m_known.emplace(*opened.checkpoint);
        findings = std::make_shared<const std::vector<Finding>>(health->findings);
        std::ranges::copy_if(
            *findings, std::back_inserter(added), [this](const Finding& finding) { return !m_known->has(finding); });
    }

    const bool isIncomplete = !health && findIncomplete(opened.incomplete, tensor) != nullptr;
    const std::lock_guard lock(m_mutex);
    if (m_closed)
        return;
    if (m_groups.empty())
        m_groups.resize(tree.groupCount());
    packMore(packed, health);
    if (!health && !isIncomplete) {
        if (m_unexpected.tensors++ == 0)
            m_unexpected.first = health.error();
    }
    keepFindings(tensor, std::move(findings), std::move(added));
    for (NameTree::NodeId node = tensor; node != tree.root();) {
        node = tree.parent(node);
        m_groups[node - tree.root()].add(sums);
    }
    recordFirst(opened, tensor, sums);
    m_records.add(packed);
}

/// Precondition: m_mutex is held.
void HealthResults::recordFirst(const OpenedCheckpoint& opened, std::uint32_t tensor, const HealthSums& sums)
{
    for (std::size_t remark = 0; remark < healthRemarkCount; ++remark) {
        std::optional<std::uint32_t>& first = m_first[remark];
        if (sums.remarks[remark] > 0 && (!first || comesBefore(opened, tensor, *first)))
            first = tensor;
    }
}

/// Precondition: m_mutex is held.
void HealthResults::packMore(Record& packed, const Result<Health>& health)
{
    if (!health) {
        packed.more = Record::More::Error;
        packed.place = Record::notKept;
        if (m_errors.size() < mostErrors) {
            packed.place = static_cast<std::uint32_t>(m_errors.size());
            m_errors.push_back(health.error());
        }
    } else if (const auto& parts = health->summary.parts; !parts.empty()) {
        packed.more = Record::More::Parts;
        packed.place = static_cast<std::uint32_t>(m_parts.size());
        for (const Summary& part : parts)
            m_parts.push_back(Record::pack({.summary = part}));
    } else if (const std::string_view note = health->summary.note; !note.empty()) {
        packed.more = Record::More::Note;
        packed.place = static_cast<std::uint32_t>(std::find(m_notes.begin(), m_notes.end(), note) - m_notes.begin());
        if (packed.place == m_notes.size())
            m_notes.push_back(note);
    }
}

/// Precondition: m_mutex is held.
void HealthResults::keepFindings(std::uint32_t tensor, FindingsPtr findings, std::vector<Finding> added)
{
    if (findings && m_found.size() < mostFound)
        m_found.emplace(tensor, std::move(findings));
    for (Finding& finding : added)
        m_findings.add(std::move(finding));
}

void HealthResults::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
}

std::vector<Finding> HealthResults::findingsOf(const Checkpoint& checkpoint, std::uint32_t tensor) const
{
    FindingsPtr kept;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_found.find(tensor); found != m_found.end())
            kept = found->second;
    }
    return kept ? *kept : std::vector{findingsNotKept(checkpoint, tensor)};
}

std::optional<Result<Health>> HealthResults::find(const Checkpoint& checkpoint, std::uint32_t tensor) const
{
    const Record* const found = m_records.find(tensor);
    if (!found)
        return std::nullopt;
    const Record& packed = *found;
    const Tensor& described = checkpoint.tensors[tensor];
    Health health = packed.unpack(described.dtype, described.elements());
    const bool hasFindings = (packed.remarks >> static_cast<std::size_t>(HealthRemark::Quantization) & 1U) != 0;
    if (packed.more == Record::More::None && !hasFindings)
        return health;
    if (hasFindings)
        health.findings = findingsOf(checkpoint, tensor);
    const std::lock_guard lock(m_mutex);
    switch (packed.more) {
    case Record::More::Parts:
        for (std::uint32_t part = 0; part < complexParts; ++part)
            health.summary.parts.push_back(
                m_parts[packed.place + part].unpack(DType::F32, described.elements()).summary);
        return health;
    case Record::More::Note:
        health.summary.note = m_notes[packed.place];
        return health;
    case Record::More::None:
        return health;
    case Record::More::Error:
        break;
    }
    if (packed.place != Record::notKept)
        return fail(m_errors[packed.place]);
    return fail(ErrorCode::Io, "this tensor could not be read, either; only the first reasons are kept");
}

std::optional<RoleScale> HealthResults::scaleOf(std::uint32_t tensor) const
{
    return m_scales.scaleOf(tensor);
}

std::uint32_t HealthResults::roleMembers(std::uint32_t tensor) const
{
    return m_scales.membersOf(tensor);
}

std::optional<ValueCounts> HealthResults::counts(const Checkpoint& checkpoint, std::uint32_t tensor) const
{
    const auto health = find(checkpoint, tensor);
    return health && *health ? valueCounts(**health, tensorSums(tensor)) : std::nullopt;
}

HealthSums HealthResults::tensorSums(std::uint32_t tensor) const
{
    const Record* const record = m_records.find(tensor);
    return record ? record->sums() : HealthSums{};
}

HealthSums HealthResults::sums(const NameTree& tree, NameTree::NodeId node) const
{
    if (!tree.isGroup(node))
        return tensorSums(node);
    const std::lock_guard lock(m_mutex);
    return m_groups.empty() ? HealthSums{} : m_groups[node - tree.root()];
}

HealthSums HealthResults::total() const
{
    const std::lock_guard lock(m_mutex);
    return m_groups.empty() ? HealthSums{} : m_groups.front();
}

std::optional<ElementPlace> HealthResults::firstElement(const Checkpoint& checkpoint, HealthRemark remark) const
{
    std::unique_lock lock(m_mutex);
    const std::optional<std::uint32_t> tensor = m_first[static_cast<std::size_t>(remark)];
    lock.unlock();
    const auto health = tensor ? find(checkpoint, *tensor) : std::nullopt;
    if (!health || !*health)
        return std::nullopt;
    const Summary& summary = (*health)->summary;
    const auto element = remark == HealthRemark::NaN ? summary.firstNaN : summary.firstInfinite;
    return element ? std::optional(ElementPlace{*tensor, *element}) : std::nullopt;
}

std::optional<Error> HealthResults::firstError() const
{
    const std::lock_guard lock(m_mutex);
    return m_errors.empty() ? std::nullopt : std::optional(m_errors.front());
}

HealthResults::Unread HealthResults::unexpectedlyUnread() const
{
    const std::lock_guard lock(m_mutex);
    return m_unexpected;
}

Findings HealthResults::findings() const
{
    const std::lock_guard lock(m_mutex);
    return m_findings;
}

bool HealthResults::hasFindings() const
{
    const std::lock_guard lock(m_mutex);
    return !m_findings.list().empty();
}

std::vector<std::uint64_t> HealthResults::ranks(const NameTree& tree, const Work& work) const
{
    constexpr std::uint32_t stopInterval = 1 << 12;
    std::vector<std::uint64_t> ranks(tree.nodeCount());
    const std::uint32_t known = lookedAt();
    for (std::uint32_t tensor = 0; tensor < known; ++tensor) {
        if (tensor % stopInterval == 0 && work.stopped())
            return ranks;
        ranks[tensor] = tensorSums(tensor).rank();
    }
    const std::lock_guard lock(m_mutex);
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        ranks[tree.root() + group] = m_groups[group].rank();
    return ranks;
}

} // namespace loupe

#include "items/tree/group_distributions.h"

#include "items/tree/group_histogram.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace loupe {

namespace {

using NodeId = NameTree::NodeId;

/// The indexes of `most` evenly spaced items out of `count`.
class EvenSample {
public:
    EvenSample(std::uint32_t count, std::uint32_t most)
        : m_count(count)
        , m_picks(std::min(count, most))
    {
    }

    std::uint32_t picks() const { return m_picks; }
    std::uint64_t numberOf(std::uint64_t pick) const { return pick * m_count / m_picks; }
    /// The first pick at or after `number`.
    std::uint64_t firstFrom(std::uint64_t number) const { return (number * m_picks + m_count - 1) / m_count; }

private:
    std::uint64_t m_count;
    std::uint32_t m_picks;
};

/// Visits only groups that contain a pick.
std::vector<std::uint32_t> sampleOf(const NameTree& tree, const TreeOrder& order, NodeId group, const Work& work)
{
    struct Part {
        NodeId group;
        std::uint64_t begin; ///< the index of its first tensor
    };
    const EvenSample sample(static_cast<std::uint32_t>(order.sums(group).tensors), GroupDistributions::mostTensors);
    std::vector<std::uint32_t> tensors;
    if (sample.picks() == 0)
        return tensors;
    tensors.reserve(sample.picks());
    std::vector<Part> left{{group, 0}};
    while (!left.empty() && !work.stopped()) {
        const Part part = left.back();
        left.pop_back();
        std::uint64_t begin = part.begin;
        std::uint64_t pick = sample.firstFrom(begin);
        for (const NodeId child : order.children(part.group)) {
            if (pick >= sample.picks())
                break;
            const std::uint64_t end = begin + (tree.isGroup(child) ? order.sums(child).tensors : 1);
            if (sample.numberOf(pick) < end) {
                if (tree.isGroup(child))
                    left.push_back({child, begin});
                else
                    tensors.push_back(child);
                pick = sample.firstFrom(end);
            }
            begin = end;
        }
    }
    return tensors;
}

struct Shape {
    Distribution distribution;
    double values = 0;
    double least = 0;
    double greatest = 0;
};

std::vector<Shape> shapesOf(const ShownHealth& shown, const std::vector<std::uint32_t>& tensors, const Work& work)
{
    std::vector<Shape> shapes;
    shapes.reserve(tensors.size());
    for (const std::uint32_t tensor : tensors) {
        if (work.stopped())
            break;
        const auto health = shown.table->find(*shown.opened->checkpoint, tensor);
        if (!health || !*health)
            continue;
        const Summary& summary = (*health)->summary;
        if (summary.distribution && summary.minimum && finiteValues(summary) > 0)
            shapes.push_back({*summary.distribution, finiteValues(summary), summary.minimum->toDouble(),
                summary.maximum->toDouble()});
    }
    return shapes;
}

/// An end of the range for the sum of histograms. Ranges of tensors beyond it hold at most beyondShare of all values,
/// so that a tensor with a few large values does not flatten the others.
template <typename Before>
double endOf(std::vector<Shape>& shapes, double Distribution::*end, double values, Before before)
{
    std::sort(shapes.begin(), shapes.end(),
        [&](const Shape& a, const Shape& b) { return before(a.distribution.*end, b.distribution.*end); });
    double beyond = 0;
    for (const Shape& shape : shapes) {
        beyond += shape.values;
        if (beyond > values * Distribution::beyondShare)
            return shape.distribution.*end;
    }
    return shapes.back().distribution.*end;
}

/// If stopped, the sum covers only a part of the group.
GroupDistribution sumOf(const ShownHealth& shown, NodeId group, const Work& work)
{
    const std::vector<std::uint32_t> tensors = sampleOf(*shown.tree, *shown.order, group, work);
    std::vector<Shape> shapes = shapesOf(shown, tensors, work);
    GroupDistribution sum{.distribution = {},
        .tensors = static_cast<std::uint32_t>(shapes.size()),
        .isSample = tensors.size() < shown.order->sums(group).tensors};
    if (shapes.empty())
        return sum;
    double values = 0;
    for (const Shape& shape : shapes)
        values += shape.values;
    const double low = endOf(shapes, &Distribution::low, values, std::less<>());
    const double high = endOf(shapes, &Distribution::high, values, std::greater<>());
    BarSum bars(low, high, Distribution::barCount);
    for (const Shape& shape : shapes)
        bars.add(shape.distribution, shape.values, shape.least, shape.greatest);
    sum.distribution = bars.distribution();
    return sum;
}

} // namespace

GroupDistributions::GroupDistributions(QObject* parent)
    : QObject(parent)
{
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &GroupDistributions::find);
}

void GroupDistributions::setShown(ShownHealth shown)
{
    const bool isSame = m_shown.hasSameTensors(shown);
    m_shown = std::move(shown);
    if (isSame)
        return;
    m_known.clear();
    m_wanted.clear();
    m_finding.stop();
}

bool GroupDistributions::isDue(NodeId group) const
{
    constexpr std::uint32_t share = 4; // while a scan is running, a group is summed again when a quarter more tensors
                                       // are known
    const auto found = m_known.find(group);
    const std::uint32_t before = found != m_known.end() ? found->second.lookedAt : 0;
    const std::uint32_t now = m_shown.table->lookedAt();
    return now > before && (m_shown.table->hasEnded() || now - before > before / share);
}

const GroupDistribution* GroupDistributions::of(NodeId group)
{
    if (!m_shown.table || m_shown.table->tensors() != m_shown.tree->tensorCount())
        return nullptr;
    if (isDue(group)) {
        m_wanted.insert(group);
        if (!m_soon.isActive() && !m_finding.isRunning())
            m_soon.start(0);
    }
    const auto found = m_known.find(group);
    return found != m_known.end() && found->second.distribution.tensors > 0 ? &found->second.distribution : nullptr;
}

/// Handles all groups that were requested during the painting of the rows.
void GroupDistributions::find()
{
    if (m_wanted.empty())
        return;
    using Found = std::vector<std::pair<NodeId, Known>>;
    m_finding.start(
        [shown = m_shown, wanted = std::exchange(m_wanted, {})](const Work& work) {
            Found all;
            for (const NodeId group : wanted) {
                if (work.stopped())
                    break;
                const std::uint32_t known = shown.table->lookedAt();
                all.emplace_back(group, Known{sumOf(shown, group, work), known});
            }
            return all;
        },
        [this](const Found& all) {
            for (const auto& [group, known] : all)
                m_known.insert_or_assign(group, known);
            std::erase_if(m_wanted, [this](NodeId group) { return !isDue(group); }); // requested again in the meantime
            emit found();
            find();
        });
}

} // namespace loupe

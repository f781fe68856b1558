#include "views/compare/pair_byte_colors.h"

#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "reports/comparison_words.h"
#include "views/byte_map/region_patterns.h"
#include "views/colors/theme.h"
#include "views/compare/pair_messages.h"
#include "views/kit/pair_mark.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

constexpr double groundShare = 0.3; ///< fraction of a status's color behind its hatching
constexpr int roomForHatching = 6; ///< pixels
/// The scale for ranking changes that share a pixel, independent of the color scale.
constexpr ChangeScale rankedChanges{.low = -12 * ChangeScale::stepsPerDecade, .high = ChangeScale::stepsPerDecade};

class PairByteColorsText {
    Q_DECLARE_TR_FUNCTIONS(loupe::PairByteMap)
};

/// The hatching of statuses that have no amount of change.
Qt::BrushStyle hatchingOf(PairStatus status)
{
    switch (status) {
    case PairStatus::OnlyA:
        return Qt::BDiagPattern;
    case PairStatus::OnlyB:
        return Qt::FDiagPattern;
    case PairStatus::ShapeChanged:
        return Qt::DiagCrossPattern;
    case PairStatus::NotCompared:
        return Qt::CrossPattern;
    case PairStatus::Identical:
    case PairStatus::Changed:
        return Qt::SolidPattern;
    }
    return Qt::SolidPattern;
}

void fillStatus(QPainter& painter, const QRect& rect, PairStatus status, const Theme& theme)
{
    if (status == PairStatus::Identical)
        painter.fillRect(rect, theme.unchanged);
    else
        fillHatched(painter, rect, colorOf(status, theme), hatchingOf(status), groundShare, theme);
}

void fillWaiting(QPainter& painter, const QRect& rect, const Theme& theme)
{
    painter.fillRect(rect, theme.placeholder);
    if (rect.width() >= roomForHatching)
        painter.fillRect(rect, QBrush(theme.unchanged, Qt::Dense7Pattern));
}

/// Whether NaN or infinities differ between the sides, which no figure shows.
bool hasOtherNonfinite(const ComparisonResults& results, std::uint32_t pair)
{
    const PairOutcome* const outcome = results.find(pair);
    return outcome && outcome->delta && nonfiniteDiffer(*outcome->delta);
}

void fillOtherNonfinite(QPainter& painter, const QRect& rect, const Theme& theme)
{
    painter.fillRect(rect, theme.nanFill);
    if (rect.width() >= roomForHatching)
        painter.fillRect(rect, QBrush(readableOn(theme.nanFill), Qt::HorPattern));
}

/// 0 while waiting, 1 if unchanged, then by the amount of change, then differing NaN and infinities; pairs without an
/// amount rank highest.
std::uint8_t rankOf(
    const std::optional<PairStatus>& status, const std::optional<double>& relativeL2, bool otherNonfinite)
{
    constexpr double amounts = 250;
    constexpr std::uint8_t aboveAmounts = 253;
    if (!status)
        return 0;
    if (*status == PairStatus::Identical)
        return 1;
    if (*status == PairStatus::Changed && otherNonfinite)
        return aboveAmounts;
    if (*status == PairStatus::Changed)
        return std::uint8_t(2 + std::lround(amounts * rankedChanges.position(relativeL2)));
    return std::numeric_limits<std::uint8_t>::max();
}

/// Hatches over the color that shows how much the values changed.
void hatchDType(QPainter& painter, const QRect& rect, const QColor& ground)
{
    if (rect.width() >= roomForHatching)
        painter.fillRect(rect, QBrush(readableOn(ground), Qt::VerPattern));
}

} // namespace

PairByteColors::PairByteColors(ComparisonResultsPtr results)
    : m_results(std::move(results))
    , m_ranks(m_results->paired()->pairs.size())
{
    for (std::uint32_t pair = 0; pair < m_ranks.size(); ++pair)
        m_ranks[pair] = loupe::rankOf(paired().structuralStatus(pair), std::nullopt, false);
    update();
    addSide(*paired().a, paired().sideA.regions);
    addSide(*paired().b, paired().sideB.regions);
    const auto filesA = std::uint32_t(paired().sideA.regions.size());
    const auto filesB = std::uint32_t(paired().sideB.regions.size());
    const auto add = [this](int side, std::uint32_t file, bool alone) {
        const QString letter = side == 0 ? PairByteColorsText::tr("A") : PairByteColorsText::tr("B");
        addStrip(side, file, alone ? letter : QStringLiteral("%1 %2").arg(letter).arg(file + 1));
    };
    if (filesA == filesB) {
        for (std::uint32_t file = 0; file < filesA; ++file) {
            add(0, file, filesA == 1);
            add(1, file, filesB == 1);
        }
        return;
    }
    for (std::uint32_t file = 0; file < filesA; ++file)
        add(0, file, filesA == 1);
    for (std::uint32_t file = 0; file < filesB; ++file)
        add(1, file, filesB == 1);
}

void PairByteColors::update()
{
    for (const std::uint32_t known = m_results->lookedAt(); m_ranked < known; ++m_ranked) {
        const PairFacts facts = m_results->facts(m_ranked);
        const bool otherNonfinite = hasOtherNonfinite(*m_results, m_ranked);
        m_hasOtherNonfinite = m_hasOtherNonfinite || otherNonfinite;
        m_ranks[m_ranked] = loupe::rankOf(facts.status, facts.relativeL2, otherNonfinite);
    }
    m_scale = m_results->changeScale();
}

ByteMapRank PairByteColors::rankOf(int side) const
{
    const std::vector<std::uint32_t>& pairOf = (side == 0 ? paired().sideA : paired().sideB).pairOf;
    return [this, &pairOf](std::uint32_t tensor) {
        const std::uint32_t pair = tensor < pairOf.size() ? pairOf[tensor] : TensorPair::none;
        return pair == TensorPair::none ? std::uint8_t{0} : m_ranks[pair];
    };
}

const NameTree& PairByteColors::tree() const
{
    return paired().tree;
}

ByteMapSource::SideTensors PairByteColors::tensorsAt(NameTree::NodeId leaf) const
{
    const TensorPair& pair = paired().pairs[leaf];
    SideTensors tensors;
    if (pair.a != TensorPair::none)
        tensors[0] = {0, paired().a->partsOf(pair.a).front()};
    if (pair.b != TensorPair::none)
        tensors[1] = {1, paired().b->partsOf(pair.b).front()};
    return tensors;
}

NameTree::NodeId PairByteColors::leafOf(SideTensor tensor) const
{
    return (tensor.side == 0 ? paired().sideA : paired().sideB).pairOf[tensor.tensor];
}

void PairByteColors::fillTensor(QPainter& painter, const QRect& rect, SideTensor tensor, const Theme& theme) const
{
    const std::uint32_t pair = leafOf(tensor);
    if (pair == noLeaf)
        return fillWaiting(painter, rect, theme);
    const auto status = m_results->status(pair);
    const TensorPair& both = paired().pairs[pair];
    if (!status) {
        fillWaiting(painter, rect, theme);
    } else if (*status == PairStatus::Changed) {
        const bool otherNonfinite = hasOtherNonfinite(*m_results, pair);
        const QColor color =
            otherNonfinite ? theme.nanFill : theme.sequential(m_scale.position(m_results->facts(pair).relativeL2));
        if (otherNonfinite)
            fillOtherNonfinite(painter, rect, theme);
        else
            painter.fillRect(rect, color);
        if (both.dtypeChanged)
            hatchDType(painter, rect, color);
    } else {
        fillStatus(painter, rect, *status, theme);
        if (*status == PairStatus::Identical && both.dtypeChanged)
            hatchDType(painter, rect, theme.unchanged);
    }
}

NamedSentence PairByteColors::describe(const Strip& strip, const Region& region) const
{
    const Checkpoint& shown = checkpoint(strip.side);
    QStringList parts{strip.side == 0 ? PairByteColorsText::tr("A") : PairByteColorsText::tr("B")};
    if (const QString file = describeFile(shown, strip.file); !file.isEmpty())
        parts << file;
    NamedSentence sentence = describeRegion(shown, strip.file, region);
    parts << sentence.text;
    if (region.kind == RegionKind::Tensor && region.tensor != Region::noTensor) {
        const std::uint32_t pair = leafOf({strip.side, region.tensor});
        if (pair == noLeaf) {
            parts << PairByteColorsText::tr("left out by the rules");
            sentence.text = parts.join(QStringLiteral(" · "));
            return sentence;
        }
        const QString status = statusText(*m_results, pair);
        if (const QString why = whyNotCompared(paired(), paired().pairs[pair]); !why.isEmpty())
            parts << why;
        else
            parts << (status.isEmpty() ? PairByteColorsText::tr("not yet compared") : status);
        const PairFacts facts = m_results->facts(pair);
        if (facts.status == PairStatus::Changed && facts.relativeL2)
            parts << PairByteColorsText::tr("relative L2 %1").arg(figureText(facts.relativeL2, false));
        if (const PairOutcome* const outcome = m_results->find(pair); hasOtherNonfinite(*m_results, pair))
            parts << toQString(nonfiniteWords(nonfiniteChange(*outcome->delta)));
    }
    sentence.text = parts.join(QStringLiteral(" · "));
    return sentence;
}

ByteMapKey PairByteColors::key() const
{
    ByteMapKey key;
    const PairSums sums = m_results->total();
    for (const PairStatus status : {PairStatus::Identical, PairStatus::OnlyA, PairStatus::OnlyB,
             PairStatus::ShapeChanged, PairStatus::NotCompared}) {
        if (sums.count(status) == 0)
            continue;
        QString name = statusName(status);
        name[0] = name[0].toUpper();
        key.entries.push_back({name, [status](QPainter& painter, const QRect& rect, const Theme& theme) {
                                   fillStatus(painter, rect, status, theme);
                               }});
    }
    if (m_hasOtherNonfinite)
        key.entries.push_back({PairByteColorsText::tr("NaN or Inf differs"), fillOtherNonfinite});
    if (sums.dtypeChanged > 0) {
        key.entries.push_back(
            {PairByteColorsText::tr("Other dtype"), [](QPainter& painter, const QRect& rect, const Theme& theme) {
                 painter.fillRect(rect, theme.unchanged);
                 hatchDType(painter, rect, theme.unchanged);
             }});
    }
    if (sums.waiting > 0)
        key.entries.push_back({PairByteColorsText::tr("Not yet compared"), fillWaiting});
    addRegionKinds(key, *this);
    if (sums.count(PairStatus::Changed) > 0)
        key.scale = {PairByteColorsText::tr("Changed, relative L2 (log scale) %1")
                         .arg(toQString(ChangeScale::textOf(m_scale.low))),
            toQString(ChangeScale::textOf(m_scale.high))};
    return key;
}

} // namespace loupe

#include "views/compare/pair_values_tab.h"

#include "core/text/text.h"
#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "views/compare/pair_cells_switch.h"
#include "views/compare/pair_messages.h"
#include "views/compare/pair_pictures.h"
#include "views/kit/elided_label.h"
#include "views/values/slice_bar.h"
#include "views/values/values_area.h"
#include "views/values/values_panel.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace loupe {

namespace {

/// The longer of both along each axis; a flat list if the numbers of axes differ.
std::vector<std::uint64_t> commonShape(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b)
{
    std::vector<std::uint64_t> shape(a.begin(), a.end());
    if (a.size() == b.size()) {
        for (std::size_t axis = 0; axis < shape.size(); ++axis)
            shape[axis] = std::max(a[axis], b[axis]);
        if (elementCount(shape))
            return shape;
    }
    return {std::max(elementCount(a).value_or(0), elementCount(b).value_or(0))};
}

const Tensor& tensorOf(const SlicedTensor& side)
{
    return side.checkpoint->tensors[side.tensor];
}

} // namespace

void PairValuesTab::setResults(const ComparisonResultsPtr& results)
{
    m_results = results;
    m_node.reset();
    showPair();
}

void PairValuesTab::setNode(std::optional<NameTree::NodeId> node)
{
    m_node = node;
    showPair();
}

void PairValuesTab::onResultsAdded(bool /*ended*/)
{
    showScale();
    goToFirstDifference();
}

void PairValuesTab::setActive(bool active)
{
    m_active = active;
    if (!active) {
        m_search.stop();
        m_pages.stopReading();
        forgetOrigin();
        if (m_reading) // starts over
            m_waiting = std::exchange(m_reading, std::nullopt);
        return;
    }
    if (m_waiting)
        requestPage(*std::exchange(m_waiting, std::nullopt));
    askForOrigin(m_area->current());
}

bool PairValuesTab::isBusy() const
{
    return m_reading || m_search.isRunning();
}

void PairValuesTab::stop()
{
    m_search.stop();
    m_pages.stop();
    if (m_reading)
        showInterrupted(stoppedText());
}

QString PairValuesTab::message() const
{
    return m_area->message();
}

QString PairValuesTab::whyNoTable() const
{
    const QString why = whyNoPair(m_results, m_node);
    return why.isEmpty() ? whyNoValuesOf(*m_results->paired(), pair()) : why;
}

void PairValuesTab::showPair()
{
    m_search.stop();
    m_pair = {};
    m_sides.clear();
    if (const QString why = whyNoTable(); !why.isEmpty())
        return showMessage(why);
    const PairedCheckpoints& paired = *m_results->paired();
    const auto side = [](const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t number) {
        const bool isShown = number != TensorPair::none && whyNoValuesOf(*checkpoint, number).isEmpty();
        return isShown ? SlicedTensor{checkpoint, number, {}} : SlicedTensor();
    };
    m_pair = {side(paired.a, pair().a), side(paired.b, pair().b), whyNoDifference(paired, pair()).isEmpty()};
    if (m_pair.a.checkpoint)
        m_sides.push_back(PairSide::A);
    if (m_pair.b.checkpoint)
        m_sides.push_back(PairSide::B);
    if (m_pair.isAlike)
        m_sides.push_back(PairSide::Difference);
    if (m_pair.isPair())
        m_panel->sliceBar().setShape(commonShape(tensorOf(m_pair.a).shape, tensorOf(m_pair.b).shape));
    else
        m_panel->sliceBar().setShape(tensorOf(m_pair.a.checkpoint ? m_pair.a : m_pair.b).shape);
    m_panel->forgetForeignIndex();
    m_wentToFirst = !m_pair.isAlike;
    showSlice();
    goToFirstDifference();
}

void PairValuesTab::showSlice()
{
    m_pages.stop();
    m_waiting.reset();
    m_reading.reset();
    m_resumeAt.reset();
    m_panel->offerCompute(false);
    const SliceBar& bar = m_panel->sliceBar();
    m_whole = bar.slice();
    for (SlicedTensor* const side : {&m_pair.a, &m_pair.b}) {
        if (side->checkpoint)
            side->slice = bar.sliceOf(tensorOf(*side).shape);
    }
    forgetOrigin();
    showTable();
    updateControls();
    updateReadout();
    emit busyChanged();
}

void PairValuesTab::showTable()
{
    std::vector<CellValue> values;
    for (const PairSide side : m_sides) {
        const SlicedTensor& tensor = side == PairSide::B ? m_pair.b : m_pair.a;
        const CellForm form = side == PairSide::Difference
            ? CellForm::ofDifferences(tensorOf(m_pair.a).dtype, tensorOf(m_pair.b).dtype)
            : CellForm(tensorOf(tensor).dtype);
        values.push_back({tensor.slice, form, sideName(side)});
    }
    showTitle();
    m_area->setTable(m_whole, std::move(values), m_panel->sliceBar().isFolded() ? m_whole.columns() : 1);
    showCells();
    showScale();
}

/// Shows the chosen values in each cell, as far as available.
void PairValuesTab::showCells()
{
    std::array<bool, 3> offered{};
    for (const PairSide side : m_sides)
        offered[std::size_t(side)] = true;
    m_cells->setOffered(offered);
    if (!m_sides.empty())
        m_area->setShown(shownCells());
}

std::vector<std::size_t> PairValuesTab::shownCells() const
{
    std::vector<std::size_t> shown(m_sides.size());
    std::iota(shown.begin(), shown.end(), std::size_t{0});
    const auto chosen = m_cells->chosen();
    const auto place = chosen ? std::ranges::find(m_sides, *chosen) : m_sides.end();
    return place == m_sides.end() ? shown : std::vector{std::size_t(place - m_sides.begin())};
}

/// Explains the tints of the cells, or why there are none.
void PairValuesTab::showScale()
{
    if (m_whole.empty())
        return;
    if (!m_pair.isAlike)
        return m_panel->setNote(pair().both() ? whyNoDifference(*m_results->paired(), pair()) : QString());
    const PairOutcome* const outcome = m_results->find(*m_node);
    const auto largest = outcome && outcome->delta ? outcome->delta->maximum : std::nullopt;
    m_area->setLargestDifference(largest);
    if (!largest)
        return m_panel->setNote(tr("◤ differs · blue: B smaller · red: B larger"));
    m_panel->setNote(*largest == 0 ? tr("No values differ")
                                   : tr("◤ differs · blue: B smaller · red: B larger · full color at %1 (log)")
                                         .arg(shownNumber(QString::number(*largest, 'g', 4))));
}

/// Shows only what is not visible in the table.
void PairValuesTab::showTitle()
{
    const auto isSame = [](const Tensor& a, const Tensor& b) {
        return a.dtype == b.dtype && std::ranges::equal(a.shape, b.shape);
    };
    m_title->setVisible(
        !m_pair.isAlike || m_results->paired()->isRenamed(*m_node) || !isSame(tensorOf(m_pair.a), tensorOf(m_pair.b)));
    if (pair().both())
        m_title->setText(titleOf(PairSide::A) + QStringLiteral("   ") + titleOf(PairSide::B));
    else
        m_title->setText(titleOf(pair().a == TensorPair::none ? PairSide::B : PairSide::A));
}

QString PairValuesTab::titleOf(PairSide side) const
{
    const PairedCheckpoints& paired = *m_results->paired();
    const Checkpoint& checkpoint = side == PairSide::A ? *paired.a : *paired.b;
    const std::uint32_t number = side == PairSide::A ? pair().a : pair().b;
    const QString letter = sideName(side);
    const QString which = pair().both() ? letter
        : pair().isUnread()             ? tr("%1, not compared").arg(letter)
                                        : tr("Only in %1").arg(letter);
    QStringList parts{which, dtypeText(checkpoint, number) + u' ' + shapeText(checkpoint, number)};
    if (paired.isRenamed(*m_node))
        parts << nameText(checkpoint.tensors[number].name);
    return parts.join(QStringLiteral("   "));
}

/// Replaces the table by a sentence, and drops everything that belongs to the pair.
void PairValuesTab::showMessage(const QString& sentence)
{
    m_pair = {};
    m_sides.clear();
    m_resumeAt.reset();
    m_panel->sliceBar().hide();
    m_title->hide();
    m_panel->offerCompute(false);
    clearTable(sentence);
}

/// Replaces the table by a sentence, and keeps the pair so that reading can be resumed.
void PairValuesTab::showInterrupted(const QString& sentence)
{
    m_resumeAt = m_whole.element(m_area->cursor());
    m_panel->offerCompute(true);
    clearTable(sentence);
}

void PairValuesTab::clearTable(const QString& sentence)
{
    m_search.stop();
    m_pages.stop();
    m_waiting.reset();
    m_reading.reset();
    m_whole = {};
    m_area->setMessage(sentence);
    m_panel->setNote({});
    m_panel->setReadout({});
    m_cells->setOffered({});
    forgetOrigin();
    m_panel->offerOrigin(0);
    updateControls();
    emit busyChanged();
}

void PairValuesTab::resume()
{
    const auto element = m_resumeAt;
    showSlice();
    if (element)
        goTo(*element);
}

void PairValuesTab::goTo(std::uint64_t element)
{
    if (m_whole.empty())
        return;
    m_panel->sliceBar().include(element); // may switch to another slice first
    if (const auto cell = m_whole.find(element))
        m_area->goTo(*cell);
    updateReadout();
}

void PairValuesTab::goToFirstDifference()
{
    if (m_wentToFirst || m_whole.empty())
        return;
    const PairOutcome* const outcome = m_results->find(*m_node);
    if (!outcome)
        return;
    m_wentToFirst = true;
    const bool untouched = m_area->cursor() == Slice::Cell() && m_area->top() == Slice::Cell();
    if (untouched && outcome->delta && outcome->delta->firstDifference)
        goTo(*outcome->delta->firstDifference);
}

void PairValuesTab::findDifference(SearchDirection direction)
{
    const auto element = m_whole.element(m_area->cursor());
    if (element && canSearch())
        m_search.startDifference(m_pair.a, m_pair.b, *element, direction);
}

void PairValuesTab::requestPage(const SliceWindow& window)
{
    if (m_active)
        m_pages.request(m_pair, window);
    (m_active ? m_reading : m_waiting) = window;
    emit busyChanged();
}

void PairValuesTab::copy(const SliceWindow& window)
{
    std::vector<PairSide> sides;
    for (const std::size_t place : shownCells())
        sides.push_back(m_sides[place]);
    m_pages.copy(m_pair, window, m_area->notation(), std::move(sides));
}

QString PairValuesTab::textOf(PairSide side, Slice::Cell cell) const
{
    const auto place = std::size_t(std::ranges::find(m_sides, side) - m_sides.begin());
    const ValuePages::PagePtr& page = m_area->page(place);
    if (!page || !page->has(cell) || !(side == PairSide::B ? m_pair.b : m_pair.a).slice.element(cell))
        return QStringLiteral("–");
    if (page->isNull(cell))
        return nullText();
    const QString all = page->form.text(*page->bits(cell), m_area->notation());
    return m_area->notation() == Notation::Hex && !page->form.areDifferences() ? all : shownNumber(all);
}

void PairValuesTab::updateReadout()
{
    const Slice::Cell cell = m_area->current();
    const auto element = m_whole.element(cell);
    askForOrigin(cell);
    if (!element || m_search.isRunning()) {
        m_panel->setReadout(m_search.isRunning() ? tr("Searching…") : QString());
        return;
    }
    QStringList values;
    for (const PairSide side : m_sides) {
        if (side != PairSide::Difference)
            values << textOf(side, cell);
    }
    QStringList parts{
        indexText(m_panel->sliceBar().shape(), *element) + QStringLiteral("   ") + values.join(QStringLiteral(" → "))};
    if (m_pair.isAlike)
        parts << tr("B − A = %1").arg(textOf(PairSide::Difference, cell));
    const SliceWindow selection = m_area->selection();
    if (selection.rows > 1 || selection.columns > 1)
        parts << tr("%1 × %2 selected").arg(groupedCount(selection.rows), groupedCount(selection.columns));
    const QString text = parts.join(QStringLiteral(" · "));
    m_panel->setReadout(text);
    m_area->setAccessibleDescription(text);
}

void PairValuesTab::updateControls()
{
    m_panel->setUsable(!m_whole.empty(), canSearch());
    m_panel->offerExponents(std::ranges::any_of(m_sides, [this](PairSide side) {
        const DTypeKind kind = info(tensorOf(side == PairSide::B ? m_pair.b : m_pair.a).dtype).kind;
        return kind == DTypeKind::Float || kind == DTypeKind::Complex;
    }));
    if (m_panel->notation() != m_area->notation())
        m_area->setNotation(m_panel->notation());
    m_panel->setSearching(m_search.isRunning());
}

bool PairValuesTab::canSearch() const
{
    return m_pair.isAlike && !m_whole.empty();
}

} // namespace loupe

#include "views/compare/pair_values_tab.h"

#include "core/text/text.h"
#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "views/compare/pair_messages.h"
#include "views/kit/elided_label.h"
#include "views/values/slice_bar.h"
#include "views/values/values_area.h"
#include "views/values/values_panel.h"

#include <QScopedValueRollback>
#include <QSplitter>

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// Along each axis the longer of both; all elements in order where that is no shape.
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
    goToFirstDifference();
}

void PairValuesTab::setActive(bool active)
{
    m_active = active;
    if (!active) {
        m_search.stop();
        m_pages.stopReading();
        if (m_reading) // begins anew
            m_waiting = std::exchange(m_reading, std::nullopt);
    } else if (m_waiting) {
        requestPage(*std::exchange(m_waiting, std::nullopt));
    }
}

bool PairValuesTab::isBusy() const
{
    return m_reading || m_search.isRunning();
}

void PairValuesTab::stop()
{
    m_search.stop();
    m_copies.stop();
    m_pages.stop();
    if (m_reading)
        showInterrupted(stoppedText());
}

QString PairValuesTab::message() const
{
    return m_whole.empty() ? m_tables[A].area->message() : QString();
}

QString PairValuesTab::whyNoTables() const
{
    const QString why = whyNoPair(m_results, m_node);
    return why.isEmpty() ? whyNoValuesOf(*m_results->paired(), pair()) : why;
}

void PairValuesTab::showPair()
{
    m_search.stop();
    m_pair = {};
    if (const QString why = whyNoTables(); !why.isEmpty())
        return showMessage(why);
    const PairedCheckpoints& paired = *m_results->paired();
    const auto side = [](const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t number) {
        const bool isShown = number != TensorPair::none && whyNoValuesOf(*checkpoint, number).isEmpty();
        return isShown ? SlicedTensor{checkpoint, number, {}} : SlicedTensor();
    };
    m_pair = {side(paired.a, pair().a), side(paired.b, pair().b), whyNoDifference(paired, pair()).isEmpty()};
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
    showTables();
    updateControls();
    updateReadout();
    emit busyChanged();
}

void PairValuesTab::showTables()
{
    const QScopedValueRollback linking(m_linking, true);
    const std::vector<Table> shown = shownTables();
    const auto show = [this](Table table, const Slice& slice, const CellForm& form, const QString& otherwise) {
        ValuesArea* const area = m_tables[table].area;
        if (slice.empty()) {
            area->setMessage(otherwise);
            return;
        }
        area->setTable(slice, form, m_panel->sliceBar().isFolded() ? m_whole.columns() : 1);
        area->setExtent(m_whole.rows(), m_whole.columns());
    };
    for (const Table table : {A, B, Difference}) {
        m_tables[table].box->setVisible(std::find(shown.begin(), shown.end(), table) != shown.end());
        m_tables[table].title->show();
        m_tables[table].area->setMessage({});
    }
    const PairedCheckpoints& paired = *m_results->paired();
    for (const auto& [table, side] : {std::pair(A, &m_pair.a), {B, &m_pair.b}}) {
        const std::uint32_t number = table == A ? pair().a : pair().b;
        if (number == TensorPair::none)
            continue;
        const Checkpoint& checkpoint = table == A ? *paired.a : *paired.b;
        m_tables[table].title->setText(titleOf(table));
        if (side->checkpoint)
            show(table, side->slice, tensorOf(*side).dtype, tr("There are no values at this place."));
        else
            m_tables[table].area->setMessage(whyNoValuesOf(checkpoint, number));
    }
    if (m_pair.isAlike)
        show(Difference, m_pair.a.slice, CellForm::ofDifferences(tensorOf(m_pair.a).dtype, tensorOf(m_pair.b).dtype),
            {});
    else if (pair().both())
        m_tables[Difference].area->setMessage(whyNoDifference(paired, pair()));
    m_tables[Difference].title->setText(m_pair.isAlike ? tr("B − A   ◤ where the values differ") : tr("B − A"));
    const auto first = std::find_if(shown.begin(), shown.end(), [this](Table table) { return hasCells(table); });
    m_lead = m_tables[first == shown.end() ? shown.front() : *first].area;
    orient(m_split->orientation());
    shareView();
    updateNotation();
}

QString PairValuesTab::titleOf(Table table) const
{
    const PairedCheckpoints& paired = *m_results->paired();
    const Checkpoint& checkpoint = table == A ? *paired.a : *paired.b;
    const std::uint32_t number = table == A ? pair().a : pair().b;
    const QString letter = table == A ? QStringLiteral("A") : QStringLiteral("B");
    const QString side = pair().both() ? letter
        : pair().isUnread()            ? tr("%1, not compared").arg(letter)
                                       : tr("Only in %1").arg(letter);
    QStringList parts{side, dtypeText(checkpoint, number) + u' ' + shapeText(checkpoint, number)};
    if (paired.isRenamed(*m_node))
        parts << nameText(checkpoint.tensors[number].name);
    return parts.join(QStringLiteral("   "));
}

/// For what another pair may have.
void PairValuesTab::showMessage(const QString& sentence)
{
    m_pair = {};
    m_resumeAt.reset();
    m_panel->sliceBar().hide();
    m_panel->offerCompute(false);
    clearTables(sentence);
}

/// For what this pair has, if it is read after all.
void PairValuesTab::showInterrupted(const QString& sentence)
{
    m_resumeAt = m_whole.element(m_lead->cursor());
    m_panel->offerCompute(true);
    clearTables(sentence);
}

void PairValuesTab::clearTables(const QString& sentence)
{
    const QScopedValueRollback linking(m_linking, true);
    m_search.stop();
    m_pages.stop();
    m_waiting.reset();
    m_reading.reset();
    m_whole = {};
    for (const TitledTable& table : m_tables) {
        table.area->setMessage(sentence);
        table.box->setVisible(&table == &m_tables[A]);
        table.title->setVisible(&table != &m_tables[A]);
    }
    m_panel->setReadout({});
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
    m_panel->sliceBar().include(element); // another slice shows itself first
    if (const auto cell = m_whole.find(element))
        m_lead->goTo(*cell);
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
    const bool untouched = m_lead->cursor() == Slice::Cell() && m_lead->top() == Slice::Cell();
    if (untouched && outcome->delta && outcome->delta->firstDifference)
        goTo(*outcome->delta->firstDifference);
}

void PairValuesTab::findDifference(SearchDirection direction)
{
    const auto element = m_whole.element(m_lead->cursor());
    if (element && canSearch())
        m_search.startDifference(m_pair.a, m_pair.b, *element, direction);
}

void PairValuesTab::lead(ValuesArea& area)
{
    if (m_linking)
        return;
    const QScopedValueRollback linking(m_linking, true);
    m_lead = &area;
    for (const TitledTable& table : m_tables) {
        if (table.area != &area)
            table.area->follow(area);
    }
    updateReadout();
}

void PairValuesTab::requestPage(const SliceWindow& window)
{
    if (m_active)
        m_pages.request(m_pair, window);
    (m_active ? m_reading : m_waiting) = window;
    emit busyChanged();
}

void PairValuesTab::copy(Table table, const SliceWindow& window)
{
    const Notation notation = m_tables[table].area->notation();
    if (table == Difference)
        m_pages.copyDifference(m_pair, window, notation);
    else
        m_copies.copy(table == A ? m_pair.a : m_pair.b, window, notation);
}

void PairValuesTab::updateReadout()
{
    const auto element = m_whole.element(m_lead->cursor());
    if (!element || m_search.isRunning()) {
        m_panel->setReadout(m_search.isRunning() ? tr("Searching…") : QString());
        return;
    }
    QStringList values;
    for (const auto& [table, side] : {std::pair(A, &m_pair.a), {B, &m_pair.b}}) {
        const ValuesArea& shown = *m_tables[table].area;
        const bool isKnown = shown.page() && shown.page()->has(shown.cursor());
        if (side->checkpoint)
            values << (isKnown ? shown.text(shown.cursor()) : QStringLiteral("–"));
    }
    QString text =
        indexText(m_panel->sliceBar().shape(), *element) + QStringLiteral("   ") + values.join(QStringLiteral(" → "));
    const SliceWindow selection = m_lead->selection();
    if (selection.rows > 1 || selection.columns > 1) {
        text += tr("   %1 × %2 selected")
                    .arg(toQString(formatCount(selection.rows)), toQString(formatCount(selection.columns)));
    }
    m_panel->setReadout(text);
    m_lead->setAccessibleDescription(text);
}

void PairValuesTab::updateControls()
{
    const std::vector<DType> dtypes = shownDTypes();
    m_panel->setUsable(!m_whole.empty(), canSearch());
    m_panel->offerExponents(std::any_of(dtypes.begin(), dtypes.end(),
        [](DType dtype) { return info(dtype).kind == DTypeKind::Float || info(dtype).kind == DTypeKind::Complex; }));
    if (m_panel->notation() != m_tables[A].area->notation())
        updateNotation();
    m_panel->setSearching(m_search.isRunning());
}

void PairValuesTab::updateNotation()
{
    const Notation notation = m_panel->notation();
    const std::vector<DType> dtypes = shownDTypes();
    int chars = 1;
    for (const DType dtype : dtypes)
        chars = std::max(chars, valueTextLength(dtype, notation));
    if (m_pair.isAlike)
        chars = std::max(chars, CellForm::ofDifferences(dtypes[0], dtypes[1]).textLength(notation));
    const QScopedValueRollback linking(m_linking, true);
    for (const TitledTable& table : m_tables) {
        table.area->setNotation(notation);
        table.area->setLeastChars(chars); // so that the columns of all tables stand below one another
    }
}

/// What one of them shows less of than the others would be out of sight at their ends.
void PairValuesTab::shareView()
{
    QSize smallest(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
    for (const Table table : shownTables()) {
        if (hasCells(table))
            smallest = smallest.boundedTo(m_tables[table].area->viewport()->size());
    }
    for (const TitledTable& table : m_tables)
        table.area->setSharedView(smallest);
}

std::vector<PairValuesTab::Table> PairValuesTab::shownTables() const
{
    if (m_whole.empty())
        return {A};
    if (pair().both())
        return {A, B, Difference};
    return {pair().a == TensorPair::none ? B : A};
}

std::vector<DType> PairValuesTab::shownDTypes() const
{
    std::vector<DType> dtypes;
    for (const SlicedTensor* const side : {&m_pair.a, &m_pair.b}) {
        if (side->checkpoint)
            dtypes.push_back(tensorOf(*side).dtype);
    }
    return dtypes;
}

bool PairValuesTab::hasCells(Table table) const
{
    return m_tables[table].area->message().isEmpty();
}

bool PairValuesTab::canSearch() const
{
    return m_pair.isAlike && !m_whole.empty();
}

} // namespace loupe

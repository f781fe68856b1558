#include "views/pair_values_tab.h"

#include "core/text.h"
#include "items/comparison_text.h"
#include "items/qt_text.h"
#include "items/value_difference.h"
#include "views/elided_label.h"
#include "views/plain_text.h"
#include "views/slice_bar.h"
#include "views/values_area.h"
#include "views/values_panel.h"

#include <QScopedValueRollback>
#include <QSplitter>

#include <algorithm>

namespace loupe {

namespace {

/// Along each axis the longer of both. Nothing where they have not as many axes, or too many elements.
std::optional<std::vector<std::uint64_t>> commonShape(
    std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, bool longer)
{
    if (a.size() != b.size())
        return std::nullopt;
    std::vector<std::uint64_t> shape(a.size());
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
        shape[axis] = longer ? std::max(a[axis], b[axis]) : std::min(a[axis], b[axis]);
    return elementCount(shape) ? std::optional(shape) : std::nullopt;
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

void PairValuesTab::noteResults(bool /*ended*/)
{
    goToFirstDifference();
}

void PairValuesTab::setActive(bool active)
{
    m_active = active;
    if (!active)
        m_search.stop();
    if (active && m_waiting) {
        m_pages.request(m_pair, *m_waiting);
        m_waiting.reset();
        emit busyChanged();
    }
}

bool PairValuesTab::busy() const
{
    const auto waits = [](const TitledTable& table) { return table.area->waiting(); };
    return (!m_waiting && std::any_of(m_tables.begin(), m_tables.end(), waits)) || m_search.isRunning();
}

void PairValuesTab::stop()
{
    m_search.stop();
}

QString PairValuesTab::message() const
{
    return m_tables[A].area->message();
}

QString PairValuesTab::whyNoValues() const
{
    if (!m_results)
        return tr("The values of A and B stand here once both checkpoints are open.");
    const PairedCheckpoints& paired = *m_results->paired();
    if (!m_node)
        return tr("Select a tensor to see its values in A and in B, or go to the next difference with Alt+Down.");
    if (paired.tree.isGroup(*m_node))
        return tr("This is a group: select one of its tensors to see the values in A and in B.");
    const TensorPair& pair = paired.pairs[*m_node];
    std::uint64_t elements = 0;
    for (const auto& [checkpoint, number] : {std::pair(paired.a.get(), pair.a), {paired.b.get(), pair.b}}) {
        if (number == TensorPair::none)
            continue;
        const Tensor& tensor = checkpoint->tensors[number];
        if (!hasReadableValues(tensor.dtype))
            return tr("Values of dtype %1 cannot be read.").arg(shownText(checkpoint->dtypeName(number)));
        const auto count = elementCount(tensor.shape);
        if (!count)
            return tr("The shape %1 has more elements than can be counted.").arg(shownShape(tensor.shape));
        elements = std::max(elements, *count);
    }
    if (pair.both()) {
        const auto shapeA = paired.a->tensors[pair.a].shape;
        const auto shapeB = paired.b->tensors[pair.b].shape;
        if (!commonShape(shapeA, shapeB, true)) {
            return tr("A has the shape %1 and B %2: which of their elements belong together cannot be said.")
                .arg(shownShape(shapeA), shownShape(shapeB));
        }
    }
    return elements == 0 ? tr("There are no elements in this tensor.") : QString();
}

void PairValuesTab::showPair()
{
    m_search.stop();
    m_pair = {};
    const QString reason = whyNoValues();
    if (reason.isEmpty()) {
        const PairedCheckpoints& paired = *m_results->paired();
        const TensorPair& pair = paired.pairs[*m_node];
        if (pair.a != TensorPair::none)
            m_pair.a = {paired.a, pair.a, {}};
        if (pair.b != TensorPair::none)
            m_pair.b = {paired.b, pair.b, {}};
    }
    if (!reason.isEmpty()) {
        showMessage(reason);
        return;
    }
    if (m_pair.isPair())
        m_panel->sliceBar().setShape(*commonShape(tensorOf(m_pair.a).shape, tensorOf(m_pair.b).shape, true));
    else
        m_panel->sliceBar().setShape(tensorOf(m_pair.a.checkpoint ? m_pair.a : m_pair.b).shape);
    m_panel->forgetForeignIndex();
    m_wentToFirst = !canSearch();
    showSlice();
    goToFirstDifference();
}

void PairValuesTab::showSlice()
{
    m_pages.stop();
    m_waiting.reset();
    const SliceBar& bar = m_panel->sliceBar();
    m_whole = bar.slice();
    for (SlicedTensor* const side : {&m_pair.a, &m_pair.b}) {
        if (side->checkpoint)
            side->slice = bar.sliceOf(tensorOf(*side).shape);
    }
    if (m_pair.isPair())
        m_pair.both = bar.sliceOf(*commonShape(tensorOf(m_pair.a).shape, tensorOf(m_pair.b).shape, false));
    showTables();
    updateControls();
    updateReadout();
    emit busyChanged();
}

void PairValuesTab::showTables()
{
    const QScopedValueRollback linking(m_linking, true);
    const std::vector<Table> shown = shownTables();
    const auto show = [this](Table table, const Slice& slice, DType dtype, const QString& otherwise) {
        ValuesArea* const area = m_tables[table].area;
        if (slice.empty()) {
            area->setMessage(otherwise);
            return;
        }
        area->setTable(slice, dtype, m_panel->sliceBar().isFolded() ? m_whole.columns() : 1);
        area->setExtent(m_whole.rows(), m_whole.columns());
    };
    for (const Table table : {A, B, Difference}) {
        const bool isShown = std::find(shown.begin(), shown.end(), table) != shown.end();
        m_tables[table].box->setVisible(isShown);
        m_tables[table].title->show();
        if (!isShown)
            m_tables[table].area->setMessage({});
    }
    for (const auto& [table, side] : {std::pair(A, &m_pair.a), {B, &m_pair.b}}) {
        if (!side->checkpoint)
            continue;
        const QString letter = table == A ? QStringLiteral("A") : QStringLiteral("B");
        m_tables[table].title->setText(titleOf(*side, letter));
        show(table, side->slice, tensorOf(*side).dtype, tr("%1 has no values at this place.").arg(letter));
    }
    if (m_pair.isPair()) {
        show(Difference, m_pair.both, shownDifferenceDType(tensorOf(m_pair.a).dtype, tensorOf(m_pair.b).dtype),
            tr("There are no values of both at this place."));
    }
    const auto hasCells = [this](Table table) { return m_tables[table].area->message().isEmpty(); };
    const auto first = std::find_if(shown.begin(), shown.end(), hasCells);
    m_lead = m_tables[first == shown.end() ? shown.front() : *first].area;
    orient(m_split->orientation());
    updateNotation();
}

QString PairValuesTab::titleOf(const SlicedTensor& side, const QString& letter) const
{
    QStringList parts{m_pair.isPair() ? letter : tr("Only in %1").arg(letter),
        dtypeText(*side.checkpoint, side.tensor) + u' ' + shapeText(*side.checkpoint, side.tensor)};
    if (m_results->paired()->isRenamed(*m_node))
        parts << nameText(tensorOf(side).name);
    return parts.join(QStringLiteral("   "));
}

void PairValuesTab::showMessage(const QString& sentence)
{
    const QScopedValueRollback linking(m_linking, true);
    m_search.stop();
    m_pages.stop();
    m_waiting.reset();
    m_pair = {};
    m_whole = {};
    m_panel->sliceBar().hide();
    for (const TitledTable& table : m_tables) {
        table.area->setMessage(sentence);
        table.box->setVisible(&table == &m_tables[A]);
        table.title->setVisible(&table != &m_tables[A]);
    }
    m_panel->setReadout({});
    updateControls();
    emit busyChanged();
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
    else
        m_waiting = window;
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

/// Bits are of A and of B: a difference has none that mean anything.
void PairValuesTab::updateNotation()
{
    const Notation notation = m_panel->notation();
    const Notation ofDifference = notation == Notation::Hex ? Notation::Decimal : notation;
    const std::vector<DType> dtypes = shownDTypes();
    int chars = 1;
    for (const DType dtype : dtypes)
        chars = std::max(chars, valueTextLength(dtype, notation));
    if (dtypes.size() > 1)
        chars = std::max(chars, valueTextLength(shownDifferenceDType(dtypes[0], dtypes[1]), ofDifference));
    const QScopedValueRollback linking(m_linking, true);
    for (const TitledTable& table : m_tables) {
        table.area->setNotation(&table == &m_tables[Difference] ? ofDifference : notation);
        table.area->setLeastChars(chars); // so that the columns of all tables stand below one another
    }
}

std::vector<PairValuesTab::Table> PairValuesTab::shownTables() const
{
    if (m_pair.isPair())
        return {A, B, Difference};
    if (m_pair.b.checkpoint)
        return {B};
    return {A};
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

bool PairValuesTab::canSearch() const
{
    return m_pair.isPair() && std::ranges::equal(tensorOf(m_pair.a).shape, tensorOf(m_pair.b).shape);
}

} // namespace loupe

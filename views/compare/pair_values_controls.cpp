// What PairValuesTab is made of, and how its parts are connected.

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "views/compare/pair_messages.h"
#include "views/compare/pair_values_tab.h"
#include "views/kit/elided_label.h"
#include "views/values/value_messages.h"
#include "views/values/values_area.h"
#include "views/values/values_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

constexpr int besideEachOther = 2; // times as wide as high

} // namespace

PairValuesTab::PairValuesTab(QWidget* parent)
    : ComparisonTab(parent)
    , m_panel(new ValuesPanel({tr("Difference"), tr("Previous element that differs in the whole tensor (Shift+F3)"),
          tr("Next element that differs in the whole tensor (F3)")}))
    , m_split(new QSplitter(Qt::Vertical))
{
    makeTables();
    m_panel->setTables(m_split, {m_tables[A].area, m_tables[B].area, m_tables[Difference].area});
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_panel);
    connectPanel();
    connectTables();
    connectJobs();
    showPair();
}

void PairValuesTab::makeTables()
{
    m_split->setChildrenCollapsible(false);
    for (TitledTable& table : m_tables) {
        table = {new QWidget, new ElidedLabel, new ValuesArea};
        auto* const column = new QVBoxLayout(table.box);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        auto* const line = new QVBoxLayout;
        line->setContentsMargins(8, 2, 8, 2);
        line->addWidget(table.title);
        column->addLayout(line);
        column->addWidget(table.area, 1);
        m_split->addWidget(table.box);
    }
    m_tables[A].area->setAccessibleName(tr("Values in A"));
    m_tables[B].area->setAccessibleName(tr("Values in B"));
    m_tables[Difference].area->setAccessibleName(tr("Differences, B minus A"));
    m_lead = m_tables[A].area;
}

void PairValuesTab::connectPanel()
{
    connect(m_panel, &ValuesPanel::sliceChanged, this, &PairValuesTab::showSlice);
    connect(m_panel, &ValuesPanel::notationChanged, this, [this] {
        updateNotation();
        updateReadout();
    });
    connect(m_panel, &ValuesPanel::elementTyped, this, [this](quint64 element) {
        goTo(element);
        m_lead->setFocus();
    });
    connect(m_panel, &ValuesPanel::searchWanted, this, &PairValuesTab::findDifference);
    connect(m_panel, &ValuesPanel::stopWanted, &m_search, &ValueSearch::stop);
    connect(m_panel, &ValuesPanel::computeWanted, this, &PairValuesTab::resume);
}

void PairValuesTab::connectTables()
{
    for (const Table table : {A, B, Difference}) {
        ValuesArea* const area = m_tables[table].area;
        connect(area, &ValuesArea::cursorMoved, this, [this, area] { lead(*area); });
        connect(area, &ValuesArea::scrolled, this, [this, area] { lead(*area); });
        connect(area, &ValuesArea::resized, this, &PairValuesTab::shareView);
        connect(area, &ValuesArea::pageWanted, this, &PairValuesTab::requestPage);
        connect(area, &ValuesArea::copyWanted, this, [this, table](const SliceWindow& window) { copy(table, window); });
    }
}

void PairValuesTab::connectJobs()
{
    connect(&m_pages, &PairPages::ready, this, [this](const PairPage& page) {
        const std::array<ValuePages::PagePtr, 3> pages{page.a, page.b, page.difference};
        m_reading.reset();
        {
            const QScopedValueRollback linking(m_linking, true);
            for (const Table table : shownTables()) {
                if (pages[table])
                    m_tables[table].area->setPage(pages[table]);
            }
        }
        updateReadout();
        emit busyChanged();
    });
    const auto showCopied = [this](const QString& table, quint64 values) {
        QApplication::clipboard()->setText(table);
        m_panel->setReadout(tr("Copied %1 value(s)", nullptr, pluralOf(values)).arg(groupedCount(values)));
    };
    const auto reportFailure = [this](const Error& error) { m_panel->setReadout(failedText(error)); };
    connect(&m_pages, &PairPages::copied, this, showCopied);
    connect(&m_copies, &ValuePages::copied, this, showCopied);
    connect(&m_pages, &PairPages::failed, this, [this](const Error& error) { showInterrupted(failedText(error)); });
    connect(&m_pages, &PairPages::notCopied, this, reportFailure);
    connect(&m_copies, &ValuePages::failed, this, reportFailure);
    connect(&m_search, &ValueSearch::failed, this, reportFailure);
    connect(&m_search, &ValueSearch::found, this, &PairValuesTab::goTo);
    connect(&m_search, &ValueSearch::notFound, this,
        [this] { m_panel->setReadout(tr("All elements have the same value in A and in B.")); });
    connect(&m_search, &ValueSearch::progressed, this,
        [this](const JobProgress& progress) { m_panel->setReadout(progressText(progress)); });
    connect(&m_search, &ValueSearch::runningChanged, this, [this] {
        updateControls();
        updateReadout();
        emit busyChanged();
    });
}

void PairValuesTab::resizeEvent(QResizeEvent* event)
{
    ComparisonTab::resizeEvent(event);
    orient(width() > besideEachOther * height() ? Qt::Horizontal : Qt::Vertical);
}

/// Tables that scroll as one need one scroll bar across all of them.
void PairValuesTab::orient(Qt::Orientation orientation)
{
    m_split->setOrientation(orientation);
    const bool isStacked = orientation == Qt::Vertical;
    const std::vector<Table> shown = shownTables();
    const auto last = std::find_if(shown.rbegin(), shown.rend(), [this](Table table) { return hasCells(table); });
    for (const Table table : shown) {
        const auto shared = last == shown.rend() || table == *last ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff;
        m_tables[table].area->setHorizontalScrollBarPolicy(isStacked ? shared : Qt::ScrollBarAsNeeded);
        m_tables[table].area->setVerticalScrollBarPolicy(isStacked ? Qt::ScrollBarAsNeeded : shared);
    }
}

} // namespace loupe

// The parts of PairValuesTab, and their connections.

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "views/compare/pair_cells_switch.h"
#include "views/compare/pair_messages.h"
#include "views/compare/pair_values_tab.h"
#include "views/kit/elided_label.h"
#include "views/values/value_messages.h"
#include "views/values/values_area.h"
#include "views/values/values_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QVBoxLayout>

namespace loupe {

PairValuesTab::PairValuesTab(QWidget* parent)
    : ComparisonTab(parent)
    , m_title(new ElidedLabel)
    , m_cells(new PairCellsSwitch)
    , m_panel(new ValuesPanel({QStringLiteral("≠"), tr("Previous element that differs in the whole tensor (Shift+F3)"),
                                  tr("Next element that differs in the whole tensor (F3)")},
          m_cells))
    , m_area(new ValuesArea)
{
    m_area->setAccessibleName(tr("Values of the pair"));
    m_panel->setTable(m_area);
    m_cells->addKeysTo(*m_area);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_title->setContentsMargins(8, 8, 8, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_panel);
    connectPanel();
    connectTable();
    connectJobs();
    showPair();
}

void PairValuesTab::connectPanel()
{
    connect(m_cells, &PairCellsSwitch::changed, this, &PairValuesTab::showCells);
    connect(m_panel, &ValuesPanel::sliceChanged, this, &PairValuesTab::showSlice);
    connect(m_panel, &ValuesPanel::notationChanged, this, [this] {
        m_area->setNotation(m_panel->notation());
        updateReadout();
    });
    connect(m_panel, &ValuesPanel::elementTyped, this, [this](quint64 element) {
        goTo(element);
        m_area->setFocus();
    });
    connect(m_panel, &ValuesPanel::searchWanted, this, &PairValuesTab::findDifference);
    connect(m_panel, &ValuesPanel::stopWanted, &m_search, &ValueSearch::stop);
    connect(m_panel, &ValuesPanel::computeWanted, this, &PairValuesTab::resume);
}

void PairValuesTab::connectTable()
{
    connect(m_area, &ValuesArea::currentChanged, this, &PairValuesTab::updateReadout);
    connect(m_area, &ValuesArea::pageWanted, this, &PairValuesTab::requestPage);
    connect(m_area, &ValuesArea::copyWanted, this, &PairValuesTab::copy);
}

void PairValuesTab::connectJobs()
{
    connect(&m_pages, &PairPages::ready, this, [this](const PairPage& page) {
        std::vector<ValuePages::PagePtr> pages;
        for (const PairSide side : m_sides)
            pages.push_back(page.page(side));
        m_reading.reset();
        m_area->setPages(page.window, std::move(pages));
        emit busyChanged();
    });
    connect(&m_pages, &PairPages::copied, this, [this](const QString& table, quint64 values) {
        QApplication::clipboard()->setText(table);
        m_panel->setReadout(tr("Copied %1 value(s)", nullptr, pluralOf(values)).arg(groupedCount(values)));
    });
    const auto reportFailure = [this](const Error& error) { m_panel->setReadout(failedText(error)); };
    connect(&m_pages, &PairPages::failed, this, [this](const Error& error) { showInterrupted(failedText(error)); });
    connect(&m_pages, &PairPages::notCopied, this, reportFailure);
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

} // namespace loupe

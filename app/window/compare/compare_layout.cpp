#include "app/window/compare/compare_layout.h"

#include "views/compare/comparison_tabs.h"
#include "views/compare/comparison_view.h"
#include "views/compare/pair_byte_map.h"
#include "views/compare/pair_header.h"
#include "views/compare/pair_heat_map_tab.h"
#include "views/compare/status_chips.h"
#include "views/kit/size_on_screen.h"

#include <QMainWindow>
#include <QSettings>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

const QString compareGeometryKey = QStringLiteral("compare/geometry");
const QString compareSplitKey = QStringLiteral("compare/split");
const QString compareColumnsKey = QStringLiteral("compare/columns");
const QString mapKey = QStringLiteral("compare/map");
const QString oneScaleKey = QStringLiteral("compare/oneScale");

constexpr double mostForMap = 0.35; ///< fraction of the height, unless the user has set it

} // namespace

CompareLayout::CompareLayout(const Parts& parts)
    : m_parts(parts)
    , m_split(new QSplitter(Qt::Horizontal))
    , m_rows(new QSplitter(Qt::Vertical))
{
    m_split->addWidget(&parts.view);
    m_split->addWidget(&parts.tabs);
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 1);
    m_split->setChildrenCollapsible(false);
    m_split->setSizes({720, 560});
    m_rows->addWidget(m_split);
    m_rows->addWidget(&parts.map);
    m_rows->setStretchFactor(0, 1);
    m_rows->setStretchFactor(1, 0);
    m_rows->setCollapsible(0, false);
    QObject::connect(m_rows, &QSplitter::splitterMoved, m_rows, [this] { m_isMapFitted = true; });

    auto* const content = new QWidget;
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(&parts.header);
    layout->addWidget(&parts.chips);
    layout->addWidget(m_rows, 1);
    parts.window.setCentralWidget(content);
    parts.window.resize(1280, 800);
}

void CompareLayout::fitMap()
{
    if (std::exchange(m_isMapFitted, true))
        return;
    const int height = m_rows->height();
    const int wanted = std::min(m_parts.map.sizeHint().height(), int(height * mostForMap));
    m_rows->setSizes({height - wanted, wanted});
}

void CompareLayout::restore()
{
    const QSettings settings;
    if (!m_parts.window.restoreGeometry(settings.value(compareGeometryKey).toByteArray()))
        fitToScreen(m_parts.window);
    m_split->restoreState(settings.value(compareSplitKey).toByteArray());
    m_parts.tabs.heatMap().setOneScale(settings.value(oneScaleKey).toBool());
    m_parts.view.restoreColumns(settings.value(compareColumnsKey).toByteArray());
    m_isMapFitted = m_rows->restoreState(settings.value(mapKey).toByteArray());
}

void CompareLayout::save() const
{
    QSettings settings;
    settings.setValue(compareGeometryKey, m_parts.window.saveGeometry());
    settings.setValue(compareSplitKey, m_split->saveState());
    settings.setValue(compareColumnsKey, m_parts.view.saveColumns());
    settings.setValue(mapKey, m_rows->saveState());
    settings.setValue(oneScaleKey, m_parts.tabs.heatMap().hasOneScale());
}

} // namespace loupe

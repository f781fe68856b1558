#include "app/window/window_layout.h"

#include "views/byte_map/byte_map.h"
#include "views/details/details_tabs.h"
#include "views/kit/size_on_screen.h"
#include "views/start/start_page.h"
#include "views/tree/tensor_tree_view.h"

#include <QMainWindow>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace loupe {

namespace {

const QString geometryKey = QStringLiteral("window/geometry");
const QString columnsKey = QStringLiteral("window/treeColumns");
const QString splitKey = QStringLiteral("window/columns");
const QString byteMapColorsKey = QStringLiteral("window/byteMapColors");
const QString rowsKey = QStringLiteral("window/rows");

} // namespace

WindowLayout::WindowLayout(const Parts& parts)
    : m_parts(parts)
    , m_pages(new QStackedWidget)
    , m_columns(new QSplitter(Qt::Horizontal))
    , m_rows(new QSplitter(Qt::Vertical))
{
    m_columns->addWidget(&parts.tree);
    m_columns->addWidget(&parts.details);
    m_columns->setStretchFactor(0, 4);
    m_columns->setStretchFactor(1, 3);
    m_columns->setChildrenCollapsible(false);
    m_columns->setSizes({704, 572}); // the overview's tables need the width; the tree can scroll
    m_rows->addWidget(m_columns);
    m_rows->addWidget(&parts.byteMap);
    m_rows->setStretchFactor(0, 1);
    m_rows->setStretchFactor(1, 0);
    m_rows->setChildrenCollapsible(false);
    m_pages->addWidget(&parts.start);
    m_pages->addWidget(m_rows);
    parts.window.setCentralWidget(m_pages);
    parts.window.resize(1280, 800);
}

void WindowLayout::showStart(bool shows)
{
    m_pages->setCurrentWidget(shows ? static_cast<QWidget*>(&m_parts.start) : m_rows);
    // A hidden page requests no room.
    const auto policy = shows ? QSizePolicy::Preferred : QSizePolicy::Ignored;
    m_parts.start.setSizePolicy(policy, policy);
}

void WindowLayout::fitByteMap(std::size_t shards)
{
    if (std::exchange(m_strips, shards) == shards)
        return;
    const int wanted = m_parts.byteMap.sizeHint().height();
    m_rows->setSizes({m_rows->height() - wanted, wanted});
}

void WindowLayout::restore()
{
    const QSettings settings;
    if (!m_parts.window.restoreGeometry(settings.value(geometryKey).toByteArray()))
        fitToScreen(m_parts.window);
    m_columns->restoreState(settings.value(splitKey).toByteArray());
    m_rows->restoreState(settings.value(rowsKey).toByteArray());
    m_parts.tree.restoreColumns(settings.value(columnsKey).toByteArray());
    m_parts.byteMap.restoreColoring(settings.value(byteMapColorsKey).toString());
}

void WindowLayout::save() const
{
    QSettings settings;
    settings.setValue(geometryKey, m_parts.window.saveGeometry());
    settings.setValue(splitKey, m_columns->saveState());
    settings.setValue(rowsKey, m_rows->saveState());
    settings.setValue(columnsKey, m_parts.tree.saveColumns());
    settings.setValue(byteMapColorsKey, m_parts.byteMap.saveColoring());
}

} // namespace loupe

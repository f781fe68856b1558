// Export of what a LayersView shows, as CSV and as a picture.

#include "items/jobs/qt_text.h"
#include "items/layers/cell_text.h"
#include "items/tree/health/health_scan.h"
#include "views/colors/theme.h"
#include "views/kit/file_content.h"
#include "views/kit/plain_text.h"
#include "views/layers/figure_canvas.h"
#include "views/layers/figure_legend.h"
#include "views/layers/layers_view.h"
#include "views/writing/save_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QPainter>
#include <QSplitter>
#include <QToolButton>

namespace loupe {

void LayersView::makeExportMenu()
{
    m_export->setPopupMode(QToolButton::InstantPopup);
    auto* const menu = new QMenu(m_export);
    connect(menu->addAction(tr("Copy data")), &QAction::triggered, this, &LayersView::copyData);
    menu->addSeparator();
    connect(menu->addAction(tr("Save as PNG…")), &QAction::triggered, this, &LayersView::savePicture);
    connect(menu->addAction(tr("Save as CSV…")), &QAction::triggered, this, &LayersView::saveCsv);
    m_export->setMenu(menu);
}

void LayersView::copyData()
{
    if (!m_layers->opened() || !m_layers->sharedGrid())
        return;
    m_copying.start(
        [opened = m_layers->opened(), grid = m_layers->sharedGrid(), results = m_layers->scan()->results(),
            ranks = m_layers->ranks().results(), norms = m_layers->norms()](const Work& work) {
            return toQString(layersCsv(*opened, *grid, results.get(), work, ranks.get(), norms.get()));
        },
        [](const QString& text) { QApplication::clipboard()->setText(text); });
}

void LayersView::saveCsv()
{
    if (!m_layers->opened() || !m_layers->sharedGrid())
        return;
    const QString subject = toQString(m_layers->opened()->checkpoint->path.filename());
    askWhereToSave(*this, tr("Export CSV"), subject, QStringLiteral("csv"),
        [this, opened = m_layers->opened(), grid = m_layers->sharedGrid(), results = m_layers->scan()->results(),
            ranks = m_layers->ranks().results(), norms = m_layers->norms()](const QString& path) {
            m_saver.save(path, textContent([opened, grid, results, ranks, norms](const Work& work) {
                return layersCsv(*opened, *grid, results.get(), work, ranks.get(), norms.get());
            }));
        });
}

void LayersView::savePicture()
{
    if (!m_layers->opened() || !m_layers->sharedGrid())
        return;
    const QString subject = toQString(m_layers->opened()->checkpoint->path.filename());
    askWhereToSave(*this, tr("Save picture"), subject, QStringLiteral("png"),
        [this](const QString& path) { m_saver.save(path, pngContent(picture())); });
}

QImage LayersView::picture()
{
    constexpr int space = LayersLayout::unit;
    constexpr int pixelRatio = 2; // for print and high-DPI screens
    const Theme& theme = Theme::of(palette());
    const int line = fontMetrics().height() + 2 * space;
    const QSize size(m_canvas->width(), line + m_legend->height() + m_splitter->height());
    QImage image(size * pixelRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(theme.surface);
    QPainter painter(&image);
    m_legend->render(&painter, QPoint(0, line));
    m_splitter->render(&painter, QPoint(0, line + m_legend->height()));
    painter.setPen(theme.text);
    painter.setFont(font());
    const QRect place(space, 0, size.width() - 2 * space, line);
    painter.drawText(place, int(Qt::AlignLeft | Qt::AlignVCenter),
        fontMetrics().elidedText(
            shownText(toQString(m_layers->opened()->checkpoint->path.filename())), Qt::ElideMiddle, place.width()));
    return image;
}

} // namespace loupe

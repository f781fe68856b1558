#include "views/heat_map/heat_map_view.h"

#include "items/jobs/qt_text.h"
#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_reading.h"
#include "views/heat_map/heat_map_readout.h"
#include "views/kit/color_scale.h"
#include "views/kit/elided_label.h"
#include "views/kit/file_content.h"
#include "views/kit/icons.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/kit/tab_order.h"
#include "views/kit/view_controls.h"
#include "views/values/slice_bar.h"
#include "views/writing/save_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace loupe {

HeatMapView::HeatMapView(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel)
    , m_partBox(makePartBox(true))
    , m_rangeBox(new QComboBox)
    , m_fit(makeFitButton())
    , m_export(makeBarButton(tr("Export"), tr("Copy or save the picture with its scale")))
    , m_compute(makeComputeButton(tr("Read the values of this tensor")))
    , m_stop(makeBarButton(tr("Stop"), tr("Stop reading values (Esc)")))
    , m_sliceBar(new SliceBar)
    , m_picture(new QWidget)
    , m_canvas(new HeatMapCanvas)
    , m_reading(new HeatMapReading(*m_canvas, this))
    , m_scale(new ColorScale)
    , m_readout(new ElidedLabel)
    , m_fullRange(new LinkButton({}))
    , m_legend(new ElidedLabel)
{
    makeControls();
    makeLayout();
    connectReading();
    connect(m_partBox, &QComboBox::activated, this, &HeatMapView::showSlice);
    connect(m_rangeBox, &QComboBox::activated, this, &HeatMapView::updatePicture);
    connect(m_sliceBar, &SliceBar::changed, this, &HeatMapView::showSlice);
    connect(m_canvas, &HeatMapCanvas::currentChanged, this, &HeatMapView::updateReadout);
    connect(m_fit, &QToolButton::clicked, m_canvas, &HeatMapCanvas::fit);
    connect(&m_saver, &FileSaver::saved, this,
        [this](const QString& path) { m_readout->setText(tr("Saved %1").arg(shownText(path))); });
    connect(&m_saver, &FileSaver::failed, this,
        [this](const Error& error) { emit saveFailed(shownText(describe(error))); });
    connect(m_fullRange, &LinkButton::clicked, this, [this] {
        m_rangeBox->setCurrentIndex(int(RangeChoice::Full));
        m_rangeBox->setFocus(); // the link is about to disappear
        updatePicture();
    });
    connect(m_stop, &QToolButton::clicked, this, &HeatMapView::stop);
    connect(m_compute, &QToolButton::clicked, this, &HeatMapView::resume);
    showTensor();
}

void HeatMapView::makeControls()
{
    fillBox(*m_rangeBox, tr("Range of the colors"),
        {{tr("Automatic range"), automaticRangeText()},
            {tr("Full range"), tr("From the minimum to the maximum of the whole slice")},
            {tr("Symmetric range"), tr("Symmetric around 0")},
            {tr("0.1 % to 99.9 %"),
                tr("Leaves out 0.1 % of the values at each end, at most 1,000, and gives them colors of their own")},
            {tr("Visible range"), tr("From the minimum to the maximum of the visible part")}});
    auto* const menu = new QMenu(this);
    connect(
        menu->addAction(icon(Icon::Copy), tr("Copy picture")), &QAction::triggered, this, &HeatMapView::copyPicture);
    connect(menu->addAction(tr("Save as PNG…")), &QAction::triggered, this, &HeatMapView::chooseFile);
    m_export->setIcon(icon(Icon::Export));
    m_export->setMenu(menu);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_stop->setIcon(icon(Icon::Stop));
    m_fullRange->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); // short, and never elided
    m_fullRange->hide();
    m_title->setPathElided();
    m_readout->setAccessibleName(tr("Values under the pointer"));
    m_legend->setMuted(true);
    m_legend->setPartsElided();
    m_legend->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

void HeatMapView::makeLayout()
{
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 8, 8, 8);
    bar->setSpacing(8);
    bar->addWidget(m_title, 1);
    for (QWidget* const widget :
        std::initializer_list<QWidget*>{m_compute, m_stop, m_partBox, m_rangeBox, m_fit, m_export})
        bar->addWidget(widget);
    auto* const slices = new QHBoxLayout;
    slices->setContentsMargins(8, 0, 8, 8);
    slices->addWidget(m_sliceBar);
    auto* const picture = new QHBoxLayout(m_picture);
    picture->setContentsMargins(0, 0, 0, 0);
    picture->setSpacing(0);
    picture->addWidget(m_canvas, 1);
    picture->addWidget(m_scale);
    m_picture->setBackgroundRole(QPalette::Base);
    m_picture->setAutoFillBackground(true);
    auto* const foot = new QHBoxLayout;
    foot->setContentsMargins(8, 4, 8, 4);
    foot->setSpacing(8);
    foot->addWidget(m_fullRange);
    foot->addWidget(m_readout, 1);
    foot->addWidget(m_legend);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addLayout(slices);
    layout->addWidget(m_picture, 1);
    layout->addLayout(foot);
    std::vector<QWidget*> order{m_compute, m_stop, m_partBox, m_rangeBox, m_fit, m_export};
    for (QWidget* const control : m_sliceBar->controls())
        order.push_back(control);
    order.insert(order.end(), {m_canvas, m_fullRange});
    tabInOrder(order);
}

void HeatMapView::copyPicture()
{
    QApplication::clipboard()->setPixmap(m_picture->grab());
    m_readout->setText(tr("Copied the picture"));
}

void HeatMapView::chooseFile()
{
    if (!m_checkpoint || !m_tensor) // the tensor was removed while the menu was open
        return;
    askWhereToSave(*this, tr("Save the picture"), toQString(m_checkpoint->tensors[*m_tensor].name),
        QStringLiteral("png"), [this](const QString& path) { save(path); });
}

void HeatMapView::save(const QString& path)
{
    m_saver.save(path, pngContent(m_picture->grab().toImage()));
}

} // namespace loupe

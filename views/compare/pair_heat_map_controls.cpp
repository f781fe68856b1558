#include "views/compare/pair_heat_map_tab.h"

#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_reading.h"
#include "views/heat_map/heat_map_readout.h"
#include "views/kit/choice_switch.h"
#include "views/kit/elided_label.h"
#include "views/kit/flow_layout.h"
#include "views/kit/icons.h"
#include "views/kit/tab_order.h"
#include "views/kit/view_controls.h"
#include "views/values/slice_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>

namespace loupe {

PairHeatMapTab::PairHeatMapTab(QWidget* parent)
    : ComparisonTab(parent)
    , m_title(new ElidedLabel)
    , m_partBox(makePartBox(true))
    , m_rangeBox(new QComboBox)
    , m_scaleBox(new QComboBox)
    , m_fit(makeFitButton())
    , m_compute(makeComputeButton(tr("Read the values of this pair")))
    , m_stop(makeBarButton(tr("Stop"), tr("Stop reading values (Esc)")))
    , m_sliceBar(new SliceBar)
    , m_note(new ElidedLabel)
    , m_empty(new HeatMapCanvas)
    , m_pictures(new PairPictures)
    , m_place(new ElidedLabel)
    , m_legend(new ElidedLabel)
    , m_readings{}
    , m_readout(new PairHeatMapReadout(*m_pictures, m_readings, *m_place, this))
{
    makeControls();
    makeLayout();
    for (const PairSide side : pairSides)
        connectReading(side);
    connect(m_partBox, &QComboBox::activated, this, &PairHeatMapTab::showTables);
    for (QComboBox* const box : {m_rangeBox, m_scaleBox})
        connect(box, &QComboBox::activated, this, &PairHeatMapTab::updatePictures);
    connect(m_sliceBar, &SliceBar::changed, this, &PairHeatMapTab::showTables);
    for (const PairSide side : {PairSide::A, PairSide::B})
        connect(&m_pictures->sliceBar(side), &SliceBar::changed, this, &PairHeatMapTab::showTables);
    connect(m_fit, &QToolButton::clicked, this, [this] {
        for (const PairSide side : pairSides)
            m_pictures->canvas(side).fit();
    });
    connect(m_compute, &QToolButton::clicked, this, &PairHeatMapTab::resume);
    connect(m_stop, &QToolButton::clicked, this, &PairHeatMapTab::stop);
    connect(m_pictures, &PairPictures::currentChanged, this, &PairHeatMapTab::updateReadout);
    connect(m_pictures, &PairPictures::seenChanged, this, [this] {
        updateControls();
        if (!isBusy())
            updateLegend();
    });
    setNode(std::nullopt);
}

void PairHeatMapTab::makeControls()
{
    fillBox(*m_rangeBox, tr("Range of the colors"),
        {{tr("Automatic range"), automaticRangeText()},
            {tr("Full range"), tr("From the minimum to the maximum of the whole slice")}});
    fillBox(*m_scaleBox, tr("Scale of the colors"),
        {{tr("Separate scale"), tr("Scale B − A by the differences alone, so that small ones show")},
            {tr("One scale"), tr("Scale all three by the values of A and B, so that small changes look small")}});
    m_stop->setIcon(icon(Icon::Stop));
    m_title->setPathElided();
    m_title->giveWayToOthers();
    m_note->setMuted(true);
    m_empty->setAccessibleName(tr("Heat maps"));
    m_place->setAccessibleName(tr("Elements under the pointer"));
    m_legend->setMuted(true);
    m_legend->setPartsElided();
    m_legend->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

void PairHeatMapTab::makeLayout()
{
    constexpr int space = 8;
    auto* const bar = new FlowLayout({space, space}, FlowLayout::Form::Titled);
    bar->setContentsMargins(space, space, space, space);
    bar->addWidget(m_title);
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_compute, m_stop, m_partBox, m_rangeBox, m_scaleBox})
        bar->addWidget(widget);
    auto* const slices = new QHBoxLayout;
    slices->setContentsMargins(space, 0, space, space);
    slices->setSpacing(space);
    slices->addWidget(m_sliceBar);
    slices->addWidget(m_fit, 0, Qt::AlignRight | Qt::AlignTop);
    m_note->setContentsMargins(space, 0, space, space);
    auto* const foot = new QHBoxLayout;
    foot->setContentsMargins(space, space / 2, space, space / 2);
    foot->setSpacing(space);
    foot->addWidget(m_place, 1);
    foot->addWidget(m_legend);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addLayout(slices);
    layout->addWidget(m_note);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_pictures, 1);
    layout->addLayout(foot);
    std::vector<QWidget*> order{m_compute, m_stop, m_partBox, m_rangeBox, m_scaleBox};
    for (QWidget* const control : m_sliceBar->controls())
        order.push_back(control);
    order.push_back(m_fit);
    order.insert(order.end(), m_pictures->oneSwitch().buttons().begin(), m_pictures->oneSwitch().buttons().end());
    for (const PairSide side : {PairSide::Difference, PairSide::A, PairSide::B}) {
        for (QWidget* const control : m_pictures->sliceBar(side).controls())
            order.push_back(control);
        order.push_back(&m_pictures->canvas(side));
    }
    tabInOrder(order);
}

void PairHeatMapTab::connectReading(PairSide side)
{
    auto*& reading = m_readings[std::size_t(side)];
    reading = new HeatMapReading(m_pictures->canvas(side), this);
    connect(reading, &HeatMapReading::changed, this, &PairHeatMapTab::updatePictures);
    connect(&m_pictures->canvas(side), &HeatMapCanvas::viewChanged, this, &PairHeatMapTab::updateLegend);
    connect(reading, &HeatMapReading::failed, this, [this, side](const Error& error) { showError(side, error); });
    connect(reading, &HeatMapReading::progressed, this,
        [this, side](const JobProgress& progress) { showProgress(side, progress); });
    connect(reading, &HeatMapReading::busyChanged, this, [this] {
        updateControls();
        updateLegend();
        emit busyChanged();
    });
}

} // namespace loupe

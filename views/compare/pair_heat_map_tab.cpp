#include "views/compare/pair_heat_map_tab.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/traffic_text.h"
#include "items/session/fetch_consent.h"
#include "views/compare/pair_heat_map_colors.h"
#include "views/compare/pair_messages.h"
#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_reading.h"
#include "views/heat_map/heat_map_readout.h"
#include "views/kit/color_scale.h"
#include "views/kit/elided_label.h"
#include "views/kit/plain_text.h"
#include "views/kit/view_controls.h"
#include "views/values/slice_bar.h"
#include "views/values/value_messages.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace loupe {

namespace {

enum ScaleChoice : std::uint8_t { OwnScale, OneScale }; // in the order of the box

} // namespace

void PairHeatMapTab::setResults(const ComparisonResultsPtr& results)
{
    clear();
    m_pair.reset();
    m_results = results;
    setNode(std::nullopt);
}

void PairHeatMapTab::setNode(std::optional<NameTree::NodeId> node)
{
    clear();
    m_pair.reset();
    m_title->setText({});
    if (m_results && node && m_results->paired()->tree.isGroup(*node))
        m_title->setText(shownText(m_results->paired()->tree.path(*node)));
    if (const QString why = whyNoPair(m_results, node); !why.isEmpty())
        return showMessage(why);
    m_pair = std::uint32_t(*node);
    m_title->setText(shownText(m_results->paired()->names->tensors[*m_pair].name));
    showPair();
}

void PairHeatMapTab::onResultsAdded(bool /*ended*/)
{
    if (!m_pair || m_knownIdentical || !m_pictures->isShown(PairSide::Difference))
        return;
    goToFirstDifference();
    if (!isIdentical())
        return;
    m_knownIdentical = true;
    showIdentical();
    updatePictures();
    updateControls();
    updateLegend();
}

void PairHeatMapTab::setActive(bool active)
{
    m_active = active;
    for (HeatMapReading* const one : m_readings)
        one->setActive(active);
    updateReadout();
    updateLegend();
}

bool PairHeatMapTab::isBusy() const
{
    return std::any_of(m_readings.begin(), m_readings.end(), [](const HeatMapReading* one) { return one->isBusy(); });
}

bool PairHeatMapTab::isStopped() const
{
    return std::any_of(
        m_readings.begin(), m_readings.end(), [](const HeatMapReading* one) { return one->isStopped(); });
}

void PairHeatMapTab::stop()
{
    for (HeatMapReading* const one : m_readings)
        one->stop();
    m_readout->stop();
    updateControls();
    updateLegend();
}

/// Keeps results and zoom, unless a picture is missing completely.
void PairHeatMapTab::resume()
{
    if (m_unfetched > 0)
        agreeToFetch(*m_results->paired(), pair());
    if (m_failed || m_unfetched > 0)
        return showTables();
    for (HeatMapReading* const one : m_readings)
        one->resume();
    updateReadout();
    updateControls();
    updateLegend();
}

std::optional<std::uint32_t> PairHeatMapTab::tensor(PairSide side) const
{
    const std::uint32_t number = side == PairSide::A ? pair().a : pair().b;
    return number == TensorPair::none ? std::nullopt : std::optional(number);
}

const std::shared_ptr<const Checkpoint>& PairHeatMapTab::checkpoint(PairSide side) const
{
    return side == PairSide::A ? m_results->paired()->a : m_results->paired()->b;
}

bool PairHeatMapTab::isIdentical() const
{
    const PairOutcome* const outcome = m_results->find(*m_pair);
    return outcome && outcome->delta && outcome->delta->identical;
}

bool PairHeatMapTab::isComplex() const
{
    const auto isComplexOn = [this](PairSide side) {
        const auto number = tensor(side);
        return number && checkpoint(side)->tensors[*number].dtype == DType::C64;
    };
    return isComplexOn(PairSide::A) || isComplexOn(PairSide::B);
}

QString PairHeatMapTab::message() const
{
    return m_empty->message();
}

QString PairHeatMapTab::note() const
{
    return m_note->text();
}

/// Called before another pair is shown, so that no picture of the previous pair remains.
void PairHeatMapTab::clear()
{
    m_readout->stop();
    m_failed = false;
    m_unfetched = 0;
    for (const PairSide side : pairSides)
        showNoTable(side, {});
}

void PairHeatMapTab::showMessage(const QString& sentence)
{
    m_pictures->setShown({}, false);
    m_pictures->hide();
    m_sliceBar->hide();
    m_partBox->hide();
    m_note->hide();
    m_note->setText({});
    m_empty->setMessage(sentence);
    m_empty->show();
    updateControls();
    updateReadout();
    updateLegend();
}

void PairHeatMapTab::showPair()
{
    if (const QString why = whyNoValuesOf(*m_results->paired(), pair()); !why.isEmpty())
        return showMessage(why);
    const bool alike = pair().both() && !pair().shapeChanged;
    std::array<bool, 3> shown{};
    std::array<bool, 2> readable{};
    for (const PairSide side : {PairSide::A, PairSide::B}) {
        const auto number = tensor(side);
        if (!number)
            continue;
        const Tensor& one = checkpoint(side)->tensors[*number];
        shown[std::size_t(side)] = true;
        readable[std::size_t(side)] = whyNoValuesOf(*checkpoint(side), *number).isEmpty();
        m_pictures->setRemark(
            side, tr("%1 %2").arg(shownText(checkpoint(side)->dtypeName(*number)), shownShape(one.shape)));
        if (!readable[std::size_t(side)])
            continue;
        // Tensors of different shapes have separate slice bars.
        SliceBar& bar = pair().both() && !alike ? m_pictures->sliceBar(side) : *m_sliceBar;
        bar.setShape(one.shape);
    }
    const bool together = alike || !pair().both();
    for (const PairSide side : {PairSide::A, PairSide::B}) {
        if (together || !readable[std::size_t(side)])
            m_pictures->sliceBar(side).hide();
    }
    if (!together)
        m_sliceBar->hide();
    m_partBox->setVisible(isComplex());
    shown[std::size_t(PairSide::Difference)] = whyNoDifference(*m_results->paired(), pair()).isEmpty();
    m_empty->hide();
    m_empty->setMessage({});
    m_pictures->setVisible(true); // from here on it has its final size, which determines the visible part
    m_pictures->setShown(shown, together);
    showNote();
    m_opened = m_sliceBar->slice();
    m_wentToFirst = !shown[std::size_t(PairSide::Difference)];
    {
        const QSignalBlocker once(m_sliceBar);
        goToFirstDifference();
    }
    showTables();
}

/// Moves to the slice that contains it once it is known, unless the user has already moved elsewhere.
void PairHeatMapTab::goToFirstDifference()
{
    const PairOutcome* const outcome = m_wentToFirst ? nullptr : m_results->find(*m_pair);
    if (!outcome)
        return;
    m_wentToFirst = true;
    const auto untouched = [](const HeatMapCanvas& canvas) { return canvas.placement().isFit() && !canvas.current(); };
    const bool isNew = m_sliceBar->slice() == m_opened && untouched(m_pictures->canvas(PairSide::Difference));
    if (isNew && outcome->delta && outcome->delta->firstDifference)
        m_sliceBar->include(*outcome->delta->firstDifference);
}

void PairHeatMapTab::showNote()
{
    const QString why = whyNoDifference(*m_results->paired(), pair());
    m_note->setText(why);
    m_note->setVisible(!why.isEmpty());
}

/// The source of a picture. If the shapes differ, each side has its own slice.
GridSource PairHeatMapTab::source(PairSide side) const
{
    const PairSide from = side == PairSide::B ? PairSide::B : PairSide::A;
    const SliceBar& bar = m_pictures->isLinked() ? *m_sliceBar : m_pictures->sliceBar(side);
    GridSource source{
        {checkpoint(from), *tensor(from), bar.slice()}, ComplexPart(m_partBox->currentIndex()), {}, isComplex()};
    if (side == PairSide::Difference)
        source.minuend = GridSource::Other{checkpoint(PairSide::B), *tensor(PairSide::B)};
    return source;
}

void PairHeatMapTab::showTables()
{
    if (!m_pair)
        return;
    m_knownIdentical = isIdentical();
    m_failed = false;
    m_unfetched = bytesToAskToShow(*m_results->paired(), pair());
    for (const PairSide side : {PairSide::Difference, PairSide::A, PairSide::B}) {
        if (!m_pictures->isShown(side)) {
            showNoTable(side, {});
        } else if (m_unfetched > 0) {
            showNoTable(side, unfetchedText(m_unfetched));
        } else if (side == PairSide::Difference) {
            if (m_knownIdentical)
                showIdentical();
            else
                showTable(side, source(side));
        } else if (const QString why = whyNoValuesOf(*checkpoint(side), *tensor(side)); !why.isEmpty()) {
            showNoTable(side, why);
        } else {
            showTable(side, source(side));
        }
    }
    updateControls();
    updatePictures();
    updateReadout();
    updateLegend();
}

void PairHeatMapTab::showTable(PairSide side, GridSource source)
{
    const Slice slice = source.sliced.slice;
    const SliceBar& bar = m_pictures->isLinked() ? *m_sliceBar : m_pictures->sliceBar(side);
    reading(side).setSource(std::move(source));
    m_pictures->canvas(side).setTable(slice.rows(), slice.columns(), bar.isFolded() ? slice.columns() : 1);
}

void PairHeatMapTab::showNoTable(PairSide side, const QString& sentence)
{
    reading(side).setSource(std::nullopt);
    m_pictures->canvas(side).setMessage(sentence);
}

void PairHeatMapTab::showIdentical()
{
    showNoTable(PairSide::Difference, identicalText());
}

void PairHeatMapTab::showError(PairSide side, const Error& error)
{
    m_failed = true;
    showNoTable(side, failedText(error));
    updatePictures();
    updateControls();
    updateLegend();
}

void PairHeatMapTab::showProgress(PairSide side, const JobProgress& progress)
{
    // The difference reads as much as A and B together.
    if (side == PairSide::Difference || !reading(PairSide::Difference).isBusy())
        m_legend->setText(progressText(progress));
}

void PairHeatMapTab::setOneScale(bool on)
{
    m_scaleBox->setCurrentIndex(on ? OneScale : OwnScale);
    updatePictures();
}

bool PairHeatMapTab::hasOneScale() const
{
    return m_scaleBox->currentIndex() == OneScale;
}

void PairHeatMapTab::updatePictures()
{
    showEquality(colorPictures(*m_pictures, m_readings, RangeChoice(m_rangeBox->currentIndex()), hasOneScale()));
    updateReadout();
    if (!isBusy())
        updateLegend();
}

void PairHeatMapTab::updateReadout()
{
    m_readout->update(m_active);
}

/// Says next to the picture's name that nothing differs.
void PairHeatMapTab::showEquality(const PictureSpecials& specials)
{
    const HeatMapReading& differences = reading(PairSide::Difference);
    const bool equal = differences.ranges() && (*differences.ranges())[std::size_t(RangeChoice::Full)].high == 0
        && !specials.any() && !differences.isBusy() && !differences.isStopped();
    m_pictures->setRemark(PairSide::Difference, equal ? equalRemark() : QString());
}

QString PairHeatMapTab::equalRemark() const
{
    const Slice& slice = reading(PairSide::Difference).source()->sliced.slice;
    const auto all = elementCount(checkpoint(PairSide::A)->tensors[*tensor(PairSide::A)].shape);
    const bool whole = m_sliceBar->isFolded() || slice.rows() * slice.columns() == all;
    if (isComplex())
        return whole ? tr("no difference in this part") : tr("no difference in this part of this slice");
    return whole ? tr("all values are equal") : tr("no difference in this slice");
}

void PairHeatMapTab::updateControls()
{
    const bool shown = m_pictures->leader().has_value();
    m_rangeBox->setEnabled(shown);
    m_scaleBox->setEnabled(m_pictures->leader() == PairSide::Difference);
    m_fit->setEnabled(shown);
    if (m_unfetched > 0 || m_failed || (shown && isStopped()))
        offerToCompute(*m_compute, m_unfetched);
    else
        m_compute->hide();
    m_stop->setVisible(isBusy());
}

void PairHeatMapTab::updateLegend()
{
    const auto leader = m_pictures->leader();
    if (!leader)
        return m_legend->setText({});
    if (isStopped())
        return m_legend->setText(stoppedText());
    if (isBusy())
        return m_legend->setText(tr("Reading…"));
    const ColorScale& scale = leader == PairSide::Difference ? m_pictures->differenceScale() : m_pictures->valueScale();
    if (const auto& shape = reading(*leader).shape())
        m_legend->setText(legendText(*shape, scale.range().value_or(ColorRange()).diverging,
            m_pictures->canvas(*leader).placement().isToScale()));
}

} // namespace loupe

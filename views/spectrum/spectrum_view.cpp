#include "views/spectrum/spectrum_view.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/traffic_text.h"
#include "items/session/fetch_consent.h"
#include "reports/spectrum_csv.h"
#include "views/charts/chart_picture.h"
#include "views/kit/choice_switch.h"
#include "views/kit/elided_label.h"
#include "views/kit/file_content.h"
#include "views/kit/flow_layout.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/view_controls.h"
#include "views/spectrum/spectrum_chart.h"
#include "views/spectrum/spectrum_figures.h"
#include "views/writing/save_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace loupe {

namespace {

constexpr int space = 8;
constexpr int flattened = -1;

/// Without the path of the file, unless the file is the problem.
QString reasonFor(const Error& error)
{
    return shownSentence(error.code == ErrorCode::Unsupported ? error.message : describe(error));
}

} // namespace

SpectrumView::SpectrumView(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel)
    , m_stacked(new QSpinBox)
    , m_curve(new ChoiceSwitch({{tr("Values"), tr("Singular values in descending order")},
          {tr("Energy kept"),
              tr("Share of the energy that the largest values keep: that of the best approximation of each rank")}}))
    , m_compute(makeComputeButton(tr("Compute the singular values of this tensor")))
    , m_stop(makeBarButton(tr("Stop"), tr("Stop computing singular values")))
    , m_export(makeBarButton(tr("Export"), tr("Copy or save the singular values")))
    , m_change(new ElidedLabel)
    , m_chart(new SpectrumChart)
    , m_readout(new ElidedLabel)
    , m_figures(new SpectrumFigures)
{
    makeControls();
    layOut();
    connectParts();
    setReason({});
}

void SpectrumView::makeControls()
{
    m_title->setPathElided();
    m_title->giveWayToOthers();
    m_stacked->setAccessibleName(tr("Matrix of the stack"));
    m_stacked->setToolTip(
        tr("Which matrix of a stack, such as the experts of a layer, or all dimensions after the first "
           "one as columns"));
    m_stacked->setSpecialValueText(tr("Flattened"));
    m_stacked->setPrefix(tr("Matrix "));
    m_stacked->setKeyboardTracking(false);
    m_curve->setAccessibleName(tr("Curve"));
    m_change->setElideMode(Qt::ElideRight);
    m_change->setContentsMargins(space, 0, space, space / 2);
    QFont font = m_change->font();
    font.setBold(true);
    m_change->setFont(font);
    m_readout->setAccessibleName(tr("Singular value"));
    m_readout->setContentsMargins(space, 0, space, 0);
    m_readout->setElideMode(Qt::ElideRight);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setIcon(icon(Icon::Export));
    auto* const menu = new QMenu(m_export);
    connect(menu->addAction(tr("Copy data")), &QAction::triggered, this, &SpectrumView::copyData);
    menu->addSeparator();
    connect(menu->addAction(tr("Save as PNG…")), &QAction::triggered, this, [this] { chooseFile(SpectrumFile::Png); });
    connect(menu->addAction(tr("Save as CSV…")), &QAction::triggered, this, [this] { chooseFile(SpectrumFile::Csv); });
    m_export->setMenu(menu);
}

void SpectrumView::layOut()
{
    auto* const bar = new FlowLayout({space, space}, FlowLayout::Form::Titled);
    bar->setContentsMargins(space, space / 2, space, 0);
    bar->addWidget(m_title);
    for (QWidget* const control : {static_cast<QWidget*>(m_stacked), static_cast<QWidget*>(m_compute),
             static_cast<QWidget*>(m_stop), static_cast<QWidget*>(m_curve), static_cast<QWidget*>(m_export)})
        bar->addWidget(control);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_change);
    layout->addWidget(m_chart, 1);
    layout->addWidget(m_readout);
    layout->addWidget(m_figures);
}

void SpectrumView::connectParts()
{
    connect(m_curve, &ChoiceSwitch::changed, this, [this] {
        m_chart->setCurve(m_curve->current() == 0 ? SpectrumChart::Curve::Values : SpectrumChart::Curve::Energy);
    });
    connect(m_stacked, &QSpinBox::valueChanged, this, &SpectrumView::chooseMatrix);
    connect(m_compute, &QToolButton::clicked, this, [this] {
        m_isAsked = true;
        for (const auto& side : {std::optional(m_request->a), m_request->b}) {
            if (side)
                agreeToFetch(*side->checkpoint, side->tensor);
        }
        follow();
    });
    connect(m_stop, &QToolButton::clicked, this, &SpectrumView::stop);
    connect(m_chart, &SpectrumChart::currentChanged, this, &SpectrumView::showReadout);
    connect(&m_job, &JobRunner::progressed, this, [this](const JobProgress& progress) {
        const int share =
            progress.total > 0 ? int(std::min(1.0, double(progress.done) / double(progress.total)) * 100) : 0;
        m_chart->setMessage(tr("Computing SVD… %1 %").arg(share));
    });
    connect(&m_job, &JobRunner::runningChanged, this, [this] {
        updateControls();
        emit busyChanged();
    });
    connect(&m_saver, &FileSaver::saved, this,
        [this](const QString& path) { m_readout->setText(tr("Saved %1").arg(shownText(path))); });
    connect(&m_saver, &FileSaver::failed, this,
        [this](const Error& error) { emit saveFailed(shownText(describe(error), longestMessage)); });
}

void SpectrumView::setSubject(
    const QString& name, const SpectrumRequest::Side& a, std::optional<SpectrumRequest::Side> b)
{
    SpectrumRequest request{a, std::move(b), {}};
    if (m_request && m_request->a == request.a && m_request->b == request.b)
        return;
    m_job.stop();
    m_name = name;
    m_title->setText(shownText(name));
    const Tensor& tensor = a.checkpoint->tensors[a.tensor];
    const auto shape = tensor.shape;
    const std::uint64_t stack = shape.size() > 2 ? stackedMatrices(shape) : 0;
    const QSignalBlocker blocker(m_stacked);
    m_stacked->setRange(flattened, int(std::min<std::uint64_t>(stack, std::numeric_limits<int>::max())) - 1);
    m_stacked->setSuffix(tr(" (0–%1)").arg(groupedCount(std::max<std::uint64_t>(stack, 1) - 1)));
    m_stacked->setValue(isLikelyStack(tensor.name, shape) ? 0 : flattened);
    m_stacked->setVisible(stack > 0);
    m_request = std::move(request);
    chooseMatrix();
}

void SpectrumView::setReason(const QString& sentence, const QString& name)
{
    m_job.stop();
    m_request.reset();
    m_known.reset();
    m_title->setText(shownText(name));
    m_stacked->hide();
    showMessage(sentence);
}

void SpectrumView::chooseMatrix()
{
    if (!m_request)
        return;
    m_job.stop();
    m_request->options.stacked =
        m_stacked->value() == flattened ? std::nullopt : std::optional(std::uint64_t(m_stacked->value()));
    m_known = m_recent.find(*m_request);
    m_isAsked = false;
    follow();
}

void SpectrumView::setActive(bool active)
{
    if (std::exchange(m_active, active) == active)
        return;
    if (!active)
        m_job.stop();
    follow();
}

std::uint64_t SpectrumView::unagreed() const
{
    std::uint64_t bytes = unagreedBytes(*m_request->a.checkpoint, m_request->a.tensor);
    if (m_request->b)
        bytes += unagreedBytes(*m_request->b->checkpoint, m_request->b->tensor);
    return bytesToAskToShow(bytes);
}

void SpectrumView::follow()
{
    if (!m_request || !m_active || m_job.isRunning())
        return updateControls();
    if (m_known)
        return present(m_known);
    const Tensor& tensor = m_request->a.checkpoint->tensors[m_request->a.tensor];
    const auto matrix = asMatrix(tensor.shape, m_request->options.stacked);
    if (!matrix) {
        const QString shape = shownShape(tensor.shape);
        return showMessage(
            tensor.shape.size() < 2 ? tr("Not a matrix: shape %1.").arg(shape) : tr("This tensor has no elements."));
    }
    if (!m_isAsked) {
        if (const std::uint64_t bytes = unagreed()) {
            showMessage(unfetchedText(bytes));
            return offerToCompute(*m_compute, bytes);
        }
        if (!isQuick(*matrix)) {
            showMessage(tr("SVD of a %1 × %2 matrix can take a few seconds.")
                            .arg(groupedCount(matrix->rows), groupedCount(matrix->columns)));
            return offerToCompute(*m_compute);
        }
    }
    begin();
}

void SpectrumView::begin()
{
    showMessage(tr("Computing SVD…"));
    m_job.start(
        [request = *m_request](const Work& work) {
            return findSpectrum(request, work).map([](Spectrum found) -> SpectrumPtr {
                return std::make_shared<const Spectrum>(std::move(found));
            });
        },
        [this](Result<SpectrumPtr> found) {
            if (found) {
                m_recent.add(*m_request, *found);
                present(m_known = std::move(*found));
            } else
                showMessage(reasonFor(found.error()));
        });
}

void SpectrumView::stop()
{
    if (!m_job.isRunning())
        return;
    m_job.stop();
    m_isAsked = false;
    showMessage(tr("Stopped."));
    offerToCompute(*m_compute);
}

void SpectrumView::present(const SpectrumPtr& spectrum)
{
    m_chart->setSpectrum(spectrum);
    m_change->setText(m_request->b ? changeText(*spectrum) : QString());
    m_chart->setAccessibleDescription(changeSentence());
    m_figures->setFigures(spectrumFigures(*spectrum));
    updateControls();
    showReadout();
}

void SpectrumView::showMessage(const QString& sentence)
{
    m_chart->setMessage(sentence);
    m_change->setText({});
    m_figures->setFigures({});
    updateControls();
    showReadout();
}

QString SpectrumView::changeSentence() const
{
    return m_change->text();
}

QString SpectrumView::readout() const
{
    const SpectrumPtr& shown = m_chart->spectrum();
    if (!shown)
        return {};
    if (const auto index = m_chart->current())
        return spectrumReadout(*shown, m_chart->energyCurve(), *index);
    return tr("Hover over the curve, or press the arrow keys, to read a value");
}

void SpectrumView::showReadout()
{
    m_readout->setMuted(!m_chart->current());
    m_readout->setText(readout());
}

void SpectrumView::updateControls()
{
    const bool isShown = m_chart->spectrum() != nullptr;
    m_compute->hide();
    m_stop->setVisible(m_job.isRunning());
    m_curve->setEnabled(isShown);
    m_export->setEnabled(isShown);
    m_change->setVisible(!m_change->text().isEmpty());
}

void SpectrumView::copyData() const
{
    if (m_known)
        QApplication::clipboard()->setText(toQString(spectrumValuesCsv(*m_known)));
}

void SpectrumView::chooseFile(SpectrumFile kind)
{
    const QString suffix = kind == SpectrumFile::Png ? QStringLiteral("png") : QStringLiteral("csv");
    askWhereToSave(
        *this, tr("Save singular values"), m_name, suffix, [this, kind](const QString& path) { save(kind, path); });
}

void SpectrumView::save(SpectrumFile kind, const QString& path)
{
    if (!m_known)
        return;
    if (kind == SpectrumFile::Png) {
        const QString change = m_change->text();
        const QString subject = shownText(m_name) + (change.isEmpty() ? QString() : QStringLiteral(" · ") + change);
        return m_saver.save(path, pngContent(chartImage({m_chart}, subject)));
    }
    m_saver.save(path, textContent([spectrum = m_known](const Work&) { return spectrumValuesCsv(*spectrum); }));
}

void SpectrumView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_export->setIcon(icon(Icon::Export));
    QWidget::changeEvent(event);
}

} // namespace loupe

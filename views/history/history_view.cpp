#include "views/history/history_view.h"

#include "history/history_csv.h"
#include "items/history/run_session.h"
#include "items/jobs/qt_text.h"
#include "views/charts/chart_picture.h"
#include "views/history/history_chart.h"
#include "views/kit/choice_switch.h"
#include "views/kit/elided_label.h"
#include "views/kit/file_content.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/view_controls.h"
#include "views/writing/save_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

constexpr int space = 8;

std::vector<std::pair<QString, QString>> figureChoices()
{
    std::vector<std::pair<QString, QString>> choices;
    for (const RunFigure figure : allRunFigures)
        choices.emplace_back(figureName(figure), figureHelp(figure));
    return choices;
}

} // namespace

HistoryView::HistoryView(const RunSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_subject(new ElidedLabel)
    , m_figures(new ChoiceSwitch(figureChoices()))
    , m_logarithmic(makeBarButton(tr("Log"), tr("Logarithmic scale, where all values are positive")))
    , m_export(makeBarButton(tr("Export"), tr("Copy or save the figures")))
    , m_chart(new HistoryChart)
    , m_readout(new ElidedLabel)
    , m_note(new ElidedLabel)
{
    layOut();
    connectParts();
    showCurves();
    updateIcons();
}

void HistoryView::layOut()
{
    m_figures->setAccessibleName(tr("Figure"));
    m_subject->setAccessibleName(tr("Figures of"));
    m_subject->setContentsMargins(space, space, space, 0);
    m_readout->setAccessibleName(tr("Checkpoint"));
    m_readout->setContentsMargins(space, 0, space, space / 2);
    m_readout->setPartsElided();
    m_note->setAccessibleName(tr("First NaN or Inf"));
    m_note->setContentsMargins(space, 0, space, space / 2);
    m_logarithmic->setCheckable(true);
    m_export->setPopupMode(QToolButton::InstantPopup);
    auto* const menu = new QMenu(m_export);
    connect(menu->addAction(tr("Copy data")), &QAction::triggered, this, &HistoryView::copyData);
    menu->addSeparator();
    connect(menu->addAction(tr("Save as PNG…")), &QAction::triggered, this, [this] { chooseFile(HistoryFile::Png); });
    connect(menu->addAction(tr("Save as CSV…")), &QAction::triggered, this, [this] { chooseFile(HistoryFile::Csv); });
    m_export->setMenu(menu);

    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(space / 2, space / 2, space / 2, 0);
    bar->addWidget(m_figures);
    bar->addStretch(1);
    bar->addWidget(m_logarithmic);
    bar->addWidget(m_export);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_subject);
    layout->addWidget(m_chart, 1);
    layout->addWidget(m_readout);
    layout->addWidget(m_note);
}

void HistoryView::connectParts()
{
    connect(m_figures, &ChoiceSwitch::changed, this, &HistoryView::showCurves);
    connect(m_logarithmic, &QToolButton::toggled, m_chart, &HistoryChart::setLogarithmic);
    connect(&m_session, &RunSession::runChanged, this, [this] {
        m_rows.clear();
        m_selected.reset();
        showCurves();
    });
    connect(&m_session, &RunSession::figuresChanged, this, &HistoryView::showCurves);
    connect(m_chart, &HistoryChart::rowChosen, this, [this](int row) {
        if (row < 0) // the pointer has left
            m_chart->setCurrentRow(m_selected);
        showReadout();
    });
    connect(m_chart, &HistoryChart::rowSelected, this, &HistoryView::rowSelected);
    connect(m_chart, &HistoryChart::rowActivated, this, &HistoryView::rowActivated);
    connect(&m_saver, &FileSaver::saved, this,
        [this](const QString& path) { m_readout->setText(tr("Saved %1").arg(shownText(path))); });
    connect(&m_saver, &FileSaver::failed, this,
        [this](const Error& error) { emit saveFailed(shownText(describe(error), longestMessage)); });
}

void HistoryView::setSubject(const QString& text)
{
    m_subject->setText(text);
}

void HistoryView::setEmptyText(const QString& sentence)
{
    if (m_emptyText == sentence)
        return;
    m_emptyText = sentence;
    showCurves();
}

RunFigure HistoryView::figure() const
{
    return allRunFigures[m_figures->current()];
}

void HistoryView::setFigure(RunFigure figure)
{
    m_figures->setCurrent(std::size_t(std::ranges::find(allRunFigures, figure) - allRunFigures.begin()));
}

void HistoryView::setSelection(std::vector<int> rows, std::optional<int> current)
{
    m_rows = std::move(rows);
    m_selected = current;
    if (m_series > HistoryChart::mostCurves)
        showCurves();
    m_chart->setCurrentRow(current);
    showReadout();
}

void HistoryView::showCurves()
{
    const RunHistory& history = m_session.history();
    const bool isAnyKnown = std::ranges::any_of(history.steps, hasFigures);
    if (isAnyKnown) {
        std::vector<RunCurve> curves = curvesOf(history, figure());
        m_series = curves.size();
        m_chart->setCurves(foremostCurves(std::move(curves), m_rows, HistoryChart::mostCurves),
            {.along = tr("Step"),
                .title = figureTitle(figure()),
                .isCount = figure() == RunFigure::Nonfinite,
                .fromZero = figure() == RunFigure::Nonfinite || figure() == RunFigure::Change,
                .hint = m_series > HistoryChart::mostCurves
                    ? tr("%1 of %2 series are drawn. Select a checkpoint of another in the list to see it.")
                          .arg(HistoryChart::mostCurves)
                          .arg(groupedCount(m_series))
                    : QString()});
    } else {
        m_series = 0;
        m_chart->setMessage(m_emptyText);
    }
    m_chart->setAccessibleName(tr("%1 over steps").arg(figureTitle(figure())));
    m_logarithmic->setEnabled(isAnyKnown && m_chart->canBeLogarithmic());
    m_export->setEnabled(isAnyKnown);
    m_note->setVisible(
        std::ranges::any_of(history.steps, [](const HistoryStep& step) { return !stepNoteText(step).isEmpty(); }));
    showReadout();
}

void HistoryView::showReadout()
{
    const HistoryStep* const step = readStep();
    const bool isHint = !step && m_chart->message().isEmpty();
    m_readout->setMuted(isHint);
    m_readout->setText(isHint ? tr("Hover, or use the arrow keys, to read the numbers of a step")
            : step            ? nameBefore(*step) + stepFiguresText(*step, figure())
                              : QString());
    m_note->setNames(
        step && step->firstNonfinite ? QStringList{shownText(step->firstNonfinite->tensor)} : QStringList());
    m_note->setText(step ? stepNoteText(*step) : QString());
    m_chart->setAccessibleDescription(m_chart->message().isEmpty() ? readout() : m_chart->message());
}

const HistoryStep* HistoryView::readStep() const
{
    const auto row = m_chart->currentRow();
    const auto& steps = m_session.history().steps;
    return row && std::size_t(*row) < steps.size() ? &steps[std::size_t(*row)] : nullptr;
}

QString HistoryView::readout() const
{
    const HistoryStep* const step = readStep();
    return step ? nameBefore(*step) + stepText(*step, figure()) : QString();
}

/// The name of the checkpoint, if there are several series.
QString HistoryView::nameBefore(const HistoryStep& step) const
{
    return m_series > 1 ? shownText(step.checkpoint.name) + QStringLiteral(" · ") : QString();
}

void HistoryView::copyData() const
{
    QApplication::clipboard()->setText(toQString(historyCsv(m_session.history())));
}

void HistoryView::chooseFile(HistoryFile kind)
{
    const QString subject = toQString(m_session.history().run.path.filename());
    const QString suffix = kind == HistoryFile::Png ? QStringLiteral("png") : QStringLiteral("csv");
    askWhereToSave(*this, tr("Save figures"), subject, suffix, [this, kind](const QString& path) { save(kind, path); });
}

void HistoryView::save(HistoryFile kind, const QString& path)
{
    if (kind == HistoryFile::Png)
        return m_saver.save(path, pngContent(chartImage({m_chart}, m_subject->text())));
    m_saver.save(path, textContent([history = m_session.history()](const Work&) { return historyCsv(history); }));
}

void HistoryView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        updateIcons();
    QWidget::changeEvent(event);
}

void HistoryView::updateIcons()
{
    m_export->setIcon(icon(Icon::Export));
}

} // namespace loupe

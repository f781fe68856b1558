#include "views/writing/write_dialog.h"

#include "items/jobs/qt_text.h"
#include "items/session/fetch_consent.h"
#include "items/writing/merge_sources_model.h"
#include "views/kit/elided_label.h"
#include "views/kit/plain_text.h"
#include "views/kit/size_on_screen.h"
#include "views/kit/tab_order.h"
#include "views/kit/tall_area.h"
#include "views/writing/cast_rows.h"
#include "views/writing/merge_list.h"
#include "views/writing/write_preview.h"
#include "views/writing/write_status.h"

#include <QCloseEvent>
#include <QDesktopServices>
#include <QFileInfo>
#include <QFrame>
#include <QMessageBox>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <chrono>

namespace loupe {

namespace {

using namespace std::chrono_literals;

constexpr int dialogMargin = 16;

QFrame* makeLine()
{
    auto* const line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

} // namespace

WriteDialog::WriteDialog(WriteTask task, QWidget* parent)
    : QDialog(parent)
    , m_task(std::move(task))
    , m_keepsWhole(m_task.keepsWhole)
    , m_form(new WriteForm(m_task.choices))
    , m_preview(new WritePreview)
    , m_status(new WriteStatus)
{
    showSource();
    layOut();
}

WriteDialog::WriteDialog(WriteTask task, RecipeChoice* choice, QWidget* parent)
    : QDialog(parent)
    , m_task(std::move(task))
    , m_choice(choice)
    , m_form(new WriteForm(m_task.choices))
    , m_preview(new WritePreview)
    , m_status(new WriteStatus)
{
    showSource();
    showChoice();
    layOut();
}

WriteDialog::WriteDialog(WriteTask task, OpenedCheckpointPtr first, StagedEdits staged, QWidget* parent)
    : QDialog(parent)
    , m_task(std::move(task))
    , m_form(new WriteForm(m_task.choices))
    , m_preview(new WritePreview)
    , m_status(new WriteStatus)
{
    auto* const merge = new MergeChoice;
    m_choice = merge;
    m_sources = &merge->sources();
    showChoice();
    if (first)
        m_sources->add(std::move(first), std::move(staged));
    layOut();
}

WriteDialog::~WriteDialog() = default;

void WriteDialog::showSource()
{
    auto* const source = new ElidedLabel(m_task.source);
    source->setAccessibleName(tr("Source"));
    m_form->addAbove(tr("From"), source);
}

void WriteDialog::showChoice()
{
    m_choice->setParent(this);
    m_form->showTypes({}); // until a recipe is chosen
    for (const RecipeChoice::Row& row : m_choice->rows())
        m_form->addAbove(row.label, row.widget);
    connect(m_choice, &RecipeChoice::changed, this, [this] {
        m_keepsFirst = m_keepsWhole = false; // were chosen for other tensors
        m_job.forgetCosts();
        m_preview->showFailure({});
        requestSoon();
    });
    connect(m_choice, &RecipeChoice::pathProposed, m_form, &WriteForm::propose);
}

void WriteDialog::layOut()
{
    setWindowTitle(m_task.title);
    setSizeGripEnabled(true);
    auto* const page = new QWidget;
    auto* const rows = new QVBoxLayout(page);
    rows->setContentsMargins(dialogMargin, dialogMargin, dialogMargin, 0);
    rows->setSpacing(dialogMargin);
    rows->addWidget(m_form);
    rows->addWidget(makeLine());
    rows->addWidget(m_preview->table(), 1);
    auto* const end = new QVBoxLayout;
    end->setContentsMargins(dialogMargin, 8, dialogMargin, dialogMargin);
    end->setSpacing(dialogMargin);
    end->addWidget(m_preview);
    end->addWidget(m_status);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new TallArea(page), 1);
    layout->addLayout(end);
    constexpr int room = 128; // for notices, and for more files than the table's minimum
    resize(880, sizeHint().height() + room);
    fitToScreen(*this);

    m_pause.setSingleShot(true);
    m_pause.setInterval(150ms);
    connect(&m_pause, &QTimer::timeout, this, &WriteDialog::request);
    connect(m_form, &WriteForm::changed, this, [this] {
        m_preview->showFailure({});
        requestSoon();
    });
    connect(m_form, &WriteForm::dequantizingChanged, this, [this] {
        m_job.forgetCosts(); // they belong to other values
        m_preview->showFailure({});
        requestSoon();
    });
    connect(m_form, &WriteForm::controlsChanged, this, &WriteDialog::orderTabs);
    connect(m_preview, &WritePreview::fixRequested, this, &WriteDialog::fix);
    connect(m_preview, &WritePreview::stopWeighingWanted, &m_job, &WritingJob::stopWeighing);
    connect(&m_status->write(), &QPushButton::clicked, this, &WriteDialog::write);
    connect(&m_status->cancel(), &QPushButton::clicked, this, &WriteDialog::reject);
    connect(&m_status->close(), &QPushButton::clicked, this, &WriteDialog::accept);
    connect(&m_status->stop(), &QPushButton::clicked, this, &WriteDialog::reject);
    connect(&m_status->open(), &QPushButton::clicked, this, [this] {
        emit openWanted(m_written);
        accept();
    });
    connect(&m_status->folder(), &QPushButton::clicked, this, [this] {
        const QFileInfo info(m_written);
        QDesktopServices::openUrl(QUrl::fromLocalFile(info.isDir() ? m_written : info.absolutePath()));
    });
    connectJob();
    orderTabs();
    request();
}

void WriteDialog::connectJob()
{
    connect(&m_job, &WritingJob::previewed, this, &WriteDialog::showPreview);
    connect(&m_job, &WritingJob::previewFailed, this, [this](const Error& error) {
        m_preview->showError(shownSentences(error));
        updateButtons();
    });
    connect(&m_job, &WritingJob::previewProgressed, m_preview, &WritePreview::showLooking);
    connect(&m_job, &WritingJob::weighed, this, &WriteDialog::showCosts);
    connect(&m_job, &WritingJob::weighingChanged, this, &WriteDialog::showCosts);
    connect(&m_job, &WritingJob::weighingFailed, this,
        [this](const Error& error) { m_preview->showFailure(shownSentences(error)); });
    connect(&m_job, &WritingJob::weighingProgressed, m_preview, &WritePreview::showWeighing);
    connect(&m_job, &WritingJob::written, this, &WriteDialog::showWritten);
    connect(&m_job, &WritingJob::failed, this, &WriteDialog::showFailure);
    connect(&m_job, &WritingJob::writingProgressed, m_status, &WriteStatus::showProgress);
}

bool WriteDialog::isIdle() const
{
    return !m_pause.isActive() && !m_job.isPreviewing() && !m_job.isWeighing() && !m_job.isWriting()
        && !m_folderCreation.isRunning() && !(m_choice && m_choice->isBusy());
}

bool WriteDialog::writesRecipeAsItIs() const
{
    return !m_keepsFirst && !m_keepsWhole && m_form->keepsTensorsAsTheyAre();
}

void WriteDialog::requestSoon()
{
    m_pause.start();
    updateButtons();
}

void WriteDialog::request()
{
    if (m_job.isWriting() || !m_written.isEmpty())
        return;
    if (!m_form->error().isEmpty()) {
        m_job.forget();
        m_preview->showError(m_form->error());
        return updateButtons();
    }
    WritingRequest request;
    const auto plain = m_form->dequantizedTo();
    request.recipe = plain ? m_task.dequantized(*plain) : m_task.recipe;
    if (m_choice) {
        request.recipe = m_choice->recipe();
        if (!request.recipe) {
            m_job.forget();
            if (const QString error = m_choice->error(); !error.isEmpty())
                m_preview->showError(error);
            else
                m_preview->showHint(m_choice->hint());
            return updateButtons();
        }
    }
    m_form->fillIn(request);
    request.keepsFirst = m_keepsFirst;
    request.keepsWhole = m_keepsWhole;
    m_job.preview(std::move(request));
    updateButtons();
}

void WriteDialog::showPreview()
{
    const WritingPreviewPtr& preview = m_job.current();
    m_form->showTypes(preview->dtypes);
    m_form->showShared(preview->sharedTensors);
    m_preview->setPreview(preview);
    if (bytesToAskToWork(preview->remoteBytes) == 0) // otherwise the user has not agreed to read values yet
        m_job.weigh();
    showCosts();
    updateButtons();
}

void WriteDialog::showCosts()
{
    m_form->casts().showCosts(m_job.costs(), m_job.isWeighing());
    if (!m_job.isWeighing())
        m_preview->hideWeighing();
}

void WriteDialog::fix(const WritingProblem& problem)
{
    switch (problem.fix) {
    case WritingProblem::Fix::Cast:
        return m_form->casts().choose(problem.dtype, problem.to);
    case WritingProblem::Fix::LeaveOut:
        return m_form->casts().leaveOut(problem.dtype);
    case WritingProblem::Fix::KeepFirst:
        m_keepsFirst = true;
        m_job.forgetCosts(); // they belong to more tensors
        return requestSoon();
    case WritingProblem::Fix::KeepWhole:
        m_keepsWhole = true;
        m_job.forgetCosts();
        return requestSoon();
    case WritingProblem::Fix::CreateFolder:
        return createFolder(problem.folder);
    case WritingProblem::Fix::None:
        break;
    }
}

void WriteDialog::createFolder(const QString& path)
{
    m_folderCreation.start(
        [folder = toPath(path)](const Work&) -> Result<> {
            std::error_code error;
            std::filesystem::create_directories(folder, error);
            if (error)
                return fail(ErrorCode::Io, "cannot create the folder: " + error.message(), folder.string());
            return {};
        },
        [this](const Result<>& created) {
            m_preview->showFailure(created ? QString() : shownSentences(created.error()));
            request();
        });
}

void WriteDialog::write()
{
    const bool isChoosing = m_choice && m_choice->isBusy();
    if (!m_job.current() || !m_job.current()->isPossible() || m_pause.isActive() || m_job.isWriting() || isChoosing)
        return;
    m_preview->showFailure({});
    m_job.stopWeighing();
    m_verifies = m_form->verifies();
    m_target = m_job.current()->output->target;
    start(false);
}

void WriteDialog::start(bool overflows)
{
    m_job.write(m_verifies, overflows);
    m_form->setEnabled(false);
    m_status->showWriting(m_verifies);
}

void WriteDialog::showWritten(const WrittenOutput& output)
{
    m_written = output.path;
    m_preview->showWritten(*m_job.current());
    m_status->open().setVisible(m_target.format.isCheckpoint() && !m_target.eachItsFile);
    m_status->showWritten(output, m_verifies);
    emit written(output.path);
}

/// Overflowing casts are written only after the user has confirmed.
void WriteDialog::askAboutOverflow(const Error& error)
{
    auto* const question = new QMessageBox(
        QMessageBox::Warning, windowTitle(), tr("Write values that overflow?"), QMessageBox::Cancel, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(shownSentences(error));
    const auto* const anyway = question->addButton(tr("&Write anyway"), QMessageBox::AcceptRole);
    question->setDefaultButton(QMessageBox::Cancel);
    connect(anyway, &QPushButton::clicked, this, [this] { start(true); });
    question->open();
}

void WriteDialog::showFailure(const Error& error)
{
    if (error.code == ErrorCode::Overflow) {
        m_form->setEnabled(true);
        updateButtons();
        return askAboutOverflow(error);
    }
    m_form->setEnabled(true);
    if (error.code != ErrorCode::Stopped)
        m_preview->showFailure(shownSentences(error));
    else if (m_target.eachItsFile)
        m_preview->showFailure(tr("Stopped. The finished files were kept."));
    else
        m_preview->showFailure(tr("Stopped. Nothing was written."));
    updateButtons();
    requestSoon(); // there may be new files now
}

void WriteDialog::updateButtons()
{
    if (m_job.isWriting() || !m_written.isEmpty())
        return;
    const WritingPreviewPtr& preview = m_job.current();
    if (!preview) // the button keeps its text until there is a new preview
        return m_status->write().setEnabled(false);
    const bool isChoosing = m_choice && m_choice->isBusy();
    m_status->showButtons(preview->isPossible() && !m_pause.isActive() && !isChoosing, preview->replaced(),
        preview->output && preview->output->isHeaderOnly(), bytesToAskToWork(preview->remoteBytes));
}

void WriteDialog::orderTabs()
{
    std::vector<QWidget*> controls;
    if (m_choice)
        controls = m_choice->controls();
    const auto form = m_form->controls();
    controls.insert(controls.end(), form.begin(), form.end());
    controls.push_back(m_preview->table());
    for (QPushButton* const button : {&m_status->cancel(), &m_status->write(), &m_status->stop(), &m_status->open(),
             &m_status->folder(), &m_status->close()})
        controls.push_back(button);
    tabInOrder(controls);
}

void WriteDialog::reject()
{
    if (!m_job.isWriting())
        return QDialog::reject();
    m_status->stop().setEnabled(false);
    m_status->beCareful();
    m_job.stopWriting();
}

/// Text wraps, so the dialog's minimum height depends on its width.
bool WriteDialog::event(QEvent* event)
{
    if (event->type() != QEvent::Resize && event->type() != QEvent::LayoutRequest)
        return QDialog::event(event); // this may delete the dialog
    const bool isHandled = QDialog::event(event);
    if (const QLayout* const parts = layout()) {
        setMinimumHeight(
            parts->hasHeightForWidth() ? parts->minimumHeightForWidth(width()) : parts->minimumSize().height());
    }
    return isHandled;
}

void WriteDialog::closeEvent(QCloseEvent* event)
{
    if (!m_job.isWriting())
        return QDialog::closeEvent(event);
    event->ignore();
    reject();
}

} // namespace loupe

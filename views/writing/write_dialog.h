#pragma once

#include "items/writing/writing_job.h"
#include "views/writing/write_form.h"

#include <QDialog>
#include <QTimer>

#include <functional>

namespace loupe {

class MergeSourcesModel;
class RecipeChoice;
class WritePreview;
class WriteStatus;

/// What a dialog writes.
struct WriteTask {
    QString title; ///< "Convert"
    QString source; ///< what of which file, in a line of plain text
    RecipeMaker recipe; ///< unless there is more to choose
    std::function<RecipeMaker(DType)> dequantized = {}; ///< in place of it, where choices.quantized
    WriteChoices choices;
    bool keepsWhole = false; ///< what is not whole is omitted from the beginning
};

/// Save as, convert, export and merge: what and where to, an honest preview of it, and its progress. Does not keep the
/// window waiting.
class WriteDialog : public QDialog {
    Q_OBJECT

public:
    explicit WriteDialog(WriteTask task, QWidget* parent = nullptr);
    /// Asks about the tensors, too; the dialog owns `choice`. Without a source in the task it says itself what of.
    WriteDialog(WriteTask task, RecipeChoice* choice, QWidget* parent = nullptr);
    /// Merges what its list holds: `first`, if there is one, with what is staged about it, and what is added.
    WriteDialog(WriteTask task, OpenedCheckpointPtr first, StagedEdits staged, QWidget* parent = nullptr);
    ~WriteDialog() override;

    /// Nothing is being worked out, weighed or written.
    bool isIdle() const;
    WritingJob& job() { return m_job; }
    WriteForm& form() { return *m_form; }
    WritePreview& preview() { return *m_preview; }
    WriteStatus& status() { return *m_status; }
    /// The file gets all tensors of the recipe, in the dtypes that the recipe gives them.
    bool writesRecipeAsItIs() const;
    /// Null unless it merges.
    MergeSourcesModel* sources() const { return m_sources; }

    /// While it writes: asks that to stop, and stays.
    void reject() override;

signals:
    /// The file, the index or the folder.
    void written(const QString& path);
    void openWanted(const QString& path);

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void showSource();
    void showChoice();
    void layOut();
    void connectJob();
    void request();
    void requestSoon();
    void showPreview();
    void showCosts();
    void fix(const WritingProblem& problem);
    void createFolder(const QString& path);
    void write();
    void start(bool overflows);
    void askAboutOverflow(const Error& error);
    void showWritten(const WrittenOutput& output);
    void showFailure(const Error& error);
    void updateButtons();
    void orderTabs();

    WriteTask m_task;
    RecipeChoice* m_choice = nullptr; ///< what there is to choose about the tensors
    MergeSourcesModel* m_sources = nullptr;
    bool m_keepsFirst = false;
    bool m_keepsWhole = false;
    bool m_verifies = true; ///< what is being written, as it is below
    OutputTarget m_target;
    QString m_written; ///< path
    WritingJob m_job;
    JobRunner m_folderCreation;
    WriteForm* m_form;
    WritePreview* m_preview;
    WriteStatus* m_status;
    QTimer m_pause; ///< after typing
};

} // namespace loupe

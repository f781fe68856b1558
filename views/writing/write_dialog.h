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

/// The task of a write dialog.
struct WriteTask {
    QString title; ///< "Convert"
    QString source; ///< what will be written, from which file; one line of plain text
    RecipeMaker recipe; ///< null if a RecipeChoice provides it
    std::function<RecipeMaker(DType)> dequantized = {}; ///< replaces `recipe` if quantized weights are dequantized
    WriteChoices choices;
    bool keepsWhole = false; ///< omit incomplete tensors from the start
};

/// The dialog for Save As, Convert, Export and Merge: what to write and where, an accurate preview, and progress. The
/// window stays responsive.
class WriteDialog : public QDialog {
    Q_OBJECT

public:
    explicit WriteDialog(WriteTask task, QWidget* parent = nullptr);
    /// Also asks about the tensors. The dialog owns `choice`. If the task has no source, the dialog makes up the source
    /// text itself.
    WriteDialog(WriteTask task, RecipeChoice* choice, QWidget* parent = nullptr);
    /// Merges the checkpoints in a list: `first`, if any, with its pending edits `staged`, and those that the user
    /// adds.
    WriteDialog(WriteTask task, OpenedCheckpointPtr first, StagedEdits staged, QWidget* parent = nullptr);
    ~WriteDialog() override;

    /// True if no preview, cost estimate or write is running.
    bool isIdle() const;
    WritingJob& job() { return m_job; }
    WriteForm& form() { return *m_form; }
    WritePreview& preview() { return *m_preview; }
    WriteStatus& status() { return *m_status; }
    /// True if all tensors of the recipe are written with the recipe's dtypes.
    bool writesRecipeAsItIs() const;
    /// Null unless this is a merge.
    MergeSourcesModel* sources() const { return m_sources; }

    /// While writing: requests a stop and stays open.
    void reject() override;

signals:
    /// `path`: the file, index or folder.
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
    RecipeChoice* m_choice = nullptr; ///< null if there is nothing to choose about the tensors
    MergeSourcesModel* m_sources = nullptr;
    bool m_keepsFirst = false;
    bool m_keepsWhole = false;
    bool m_verifies = true; ///< whether the current write verifies its output
    OutputTarget m_target;
    QString m_written; ///< output path
    WritingJob m_job;
    JobRunner m_folderCreation;
    WriteForm* m_form;
    WritePreview* m_preview;
    WriteStatus* m_status;
    QTimer m_pause; ///< delays the preview while the user types
};

} // namespace loupe

#pragma once

#include "items/adapters/adapter_report.h"
#include "items/session/opened_checkpoint.h"
#include "saving/recipe/output_format.h"

#include <QObject>
#include <QString>

#include <functional>

class QWidget;

namespace loupe {

class AdapterControl;
class Document;
class EditSession;
class NoticeBar;
class StagedEdits;
class TensorTreeView;
class WindowActions;
class WriteDialog;
struct WriteTask;

/// Writes from the window: opens a non-blocking dialog for each action. Without a checkpoint only merging is possible.
class WriteControl : public QObject {
    Q_OBJECT

public:
    /// Connects the actions and the tree's menu.
    WriteControl(Document& document, EditSession& edits, TensorTreeView& tree, WindowActions& actions, NoticeBar& bar,
        QWidget& window);

    /// Saves the checkpoint with its pending edits over the open file, then reads it again and closes the dialog. The
    /// dialog is modal, so that no edits are added meanwhile.
    void save();
    /// Saves the checkpoint with its pending edits in its own format. Calls `saved` after writing if all pending edits
    /// were saved. With `saved`, the dialog is modal.
    void saveAs(std::function<void()> saved = {});
    /// Writes the complete tensors to a new file next to the checkpoint. Asks first if finding them would fetch many
    /// bytes over the network.
    void saveWhole();
    /// Writes the checkpoint in another format.
    void convert();
    /// Exports the selected tensors, or all that the tree shows if nothing is selected.
    void exportTensors();
    /// Merges the open checkpoint with its pending edits, if any, and others.
    void merge();
    /// Merges the open adapter into a base, or rewrites it.
    void writeAdapter(const AdapterReportPtr& report, AdapterWriting what);

    /// The dialog that is currently writing; null if none is.
    WriteDialog* writingDialog() const;

signals:
    void openWanted(const QString& path);
    /// As openWanted(), for a file that has all pending edits, so that nothing is lost.
    void openSavedWanted(const QString& path);
    /// The open file was overwritten. `result`: a sentence that says what was written.
    void saved(const QString& result);

private:
    WriteDialog* show(WriteDialog* dialog, Qt::WindowModality modality = Qt::NonModal);
    /// Shows a dialog that writes the whole checkpoint with the current pending edits.
    WriteDialog* showWhole(WriteDialog* dialog, Qt::WindowModality modality = Qt::NonModal);
    static WriteDialog* present(WriteDialog* dialog, Qt::WindowModality modality);
    /// True if the dialog has written all edits that were pending when it was created, and none were added since.
    bool holdsAllStaged(const WriteDialog& dialog, const StagedEdits& edits) const;
    bool canSave() const;
    void showWholeDialog();
    QString sourceText() const;
    QString proposed(const QString& addition, const OutputFormat& format) const;
    QString named(const QString& what) const;

    Document& m_document;
    EditSession& m_edits;
    TensorTreeView& m_tree;
    NoticeBar& m_bar;
    QWidget& m_window;
    AdapterControl* m_adapters;
};

} // namespace loupe

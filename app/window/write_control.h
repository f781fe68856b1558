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

/// Writing from the window: what each of its actions proposes, in a dialog of its own that does not keep the window
/// waiting. Without a checkpoint only merging does anything.
class WriteControl : public QObject {
    Q_OBJECT

public:
    /// Does what the actions, and the tree's menu, ask for.
    WriteControl(Document& document, EditSession& edits, TensorTreeView& tree, WindowActions& actions, NoticeBar& bar,
        QWidget& window);

    /// All of it with what is staged, over the file that is open; then that is read again, and the dialog closes. Until
    /// then the window waits for it, so that nothing more is staged.
    void save();
    /// All of it with what is staged, in its own format. `saved` is called once that is written, if nothing that is
    /// staged would be lost; with one, the window waits.
    void saveAs(std::function<void()> saved = {});
    /// What of it is whole, next to it. Asks first where finding that out fetches many bytes over the network.
    void saveWhole();
    /// All of it in another format.
    void convert();
    /// What is selected in the tree, or, where nothing is, all that it shows.
    void exportTensors();
    /// This checkpoint with what is staged, if there is one, and others.
    void merge();
    /// The open adapter: merged into a base, or rewritten.
    void writeAdapter(const AdapterReportPtr& report, AdapterWriting what);

    /// The dialog that is writing; null if none is.
    WriteDialog* writingDialog() const;

signals:
    void openWanted(const QString& path);
    /// All that is staged is in there: nothing would be lost.
    void openSavedWanted(const QString& path);
    /// Over the open file. A sentence that says what was written.
    void saved(const QString& result);

private:
    WriteDialog* show(WriteDialog* dialog, Qt::WindowModality modality = Qt::NonModal);
    /// The dialog writes the whole checkpoint with what is staged now.
    WriteDialog* showWhole(WriteDialog* dialog, Qt::WindowModality modality = Qt::NonModal);
    static WriteDialog* present(WriteDialog* dialog, Qt::WindowModality modality);
    /// What was staged when the dialog was made is all in what it has written, and nothing has been staged since.
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

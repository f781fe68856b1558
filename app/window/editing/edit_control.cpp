#include "app/window/editing/edit_control.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/engine_words.h"
#include "items/language/plural.h"
#include "items/session/document.h"
#include "items/tree/tensor_tree_model.h"
#include "views/kit/notice_bar.h"
#include "views/kit/plain_text.h"
#include "views/renaming/rename_group_dialog.h"
#include "views/renaming/rename_tensor_dialog.h"
#include "views/tree/tensor_tree_view.h"

#include <QAction>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>

namespace loupe {

namespace {

const QString uncastId = QStringLiteral("uncast");
const QString failedId = QStringLiteral("edit");
const QString savedId = QStringLiteral("saved");

/// The common part of a role's names:
QString partOfRole(const QString& shown)
{
    const QString patternEnd = QStringLiteral("}.");
    const qsizetype pattern = shown.lastIndexOf(patternEnd);
    return pattern < 0 ? shown : shown.mid(pattern + patternEnd.size());
}

} // namespace

EditControl::EditControl(QMainWindow& window, Document& document, TensorTreeView& tree, NoticeBar& bar)
    : QObject(&window)
    , rename(new QAction(tr("Rena&me…"), this))
    , remove(new QAction(tr("&Delete"), this))
    , revert(new QAction(tr("Re&vert changes"), this))
    , m_window(window)
    , m_document(document)
    , m_tree(tree)
    , m_bar(bar)
    , m_castMenu(new QMenu(tr("C&ast to"), &window))
{
    cast = m_castMenu->menuAction();
    makeCastMenu();
    rename->setShortcut(QKeySequence(Qt::Key_F2));
    remove->setShortcut(QKeySequence::Delete);
    for (QAction* const action : {rename, remove, cast, revert}) {
        action->setShortcutContext(Qt::WidgetShortcut); // Delete goes to the focused widget
        m_tree.addAction(action);
    }
    connect(rename, &QAction::triggered, this, &EditControl::askForNames);
    connect(remove, &QAction::triggered, this, [this] { m_session.remove(m_tree.chosen()); });
    connect(revert, &QAction::triggered, this, [this] { m_session.revert(m_tree.chosen()); });
    connectSession();
    connect(&m_document, &Document::currentChanged, this,
        [this] { m_session.setCheckpoint(m_document.current() ? m_document.current()->checkpoint : nullptr); });
    // Disables editing while another checkpoint is opened, because edits would be lost without a question.
    connect(&m_document, &Document::stateChanged, this,
        [this](Document::State state) { m_session.setEnabled(state != Document::State::Loading); });
    connect(m_tree.selectionModel(), &QItemSelectionModel::selectionChanged, this, &EditControl::update);
    connect(m_tree.model(), &QAbstractItemModel::modelReset, this, &EditControl::update);
    connect(m_tree.tensorModel(), &TensorTreeModel::editsChanged, this, &EditControl::update);
    update();
}

void EditControl::connectSession()
{
    connect(&m_session, &EditSession::changed, this, [this] {
        m_tree.tensorModel()->setEdits(m_session.edits());
        m_bar.removeNotice(uncastId);
        m_bar.removeNotice(failedId);
        showSaved();
        update();
    });
    connect(&m_session, &EditSession::savedPathChanged, this, [this] {
        showSaved();
        update();
    });
    connect(&m_session, &EditSession::stagingChanged, this, &EditControl::update);
    connect(&m_session, &EditSession::leftUncast, this, [this](quint64 tensors) {
        showNotice(uncastId,
            tr("%1 tensor(s) not cast: their dtype has no casts.", nullptr, pluralOf(tensors))
                .arg(groupedCount(tensors)));
    });
    connect(&m_session, &EditSession::failed, this,
        [this](const Error& error) { showNotice(failedId, shownText(describe(error))); });
}

EditControl::~EditControl()
{
    m_session.disconnect(this);
}

void EditControl::makeCastMenu()
{
    for (const DType dtype : castTargets()) {
        if (m_castMenu->actions().size() == qsizetype(usualCastTargets.size()))
            m_castMenu->addSeparator();
        const DTypeInfo& known = info(dtype);
        QAction* const action = m_castMenu->addAction(toQString(known.name));
        action->setToolTip(engineWord(known.description));
        connect(action, &QAction::triggered, this, [this, dtype] { m_session.cast(m_tree.chosen(), dtype); });
    }
}

void EditControl::update()
{
    const bool canEdit = m_session.canEdit() && m_tree.isAnyChosen();
    for (QAction* const action : {rename, remove, cast})
        action->setEnabled(canEdit);
    revert->setEnabled(canEdit && !m_session.isEmpty() && m_tree.isChosenEdited());
    m_history.update();
    m_window.setWindowModified(m_session.isUnsaved());
}

void EditControl::askForNames()
{
    if (m_renaming)
        return m_renaming->raise(); // not every window system blocks keys for the window below
    NodeChoice choice = m_tree.chosen();
    if (!m_session.canEdit() || choice.isEmpty())
        return;
    const NameTree& tree = choice.tree();
    const bool isOne = choice.nodes.size() == 1;
    const NameTree::NodeId node = choice.nodes.front();
    if (isOne && !tree.isGroup(node)) {
        const QString now = toQString(m_session.edits().nameOf(node));
        if (m_session.edits().of(node).isDeleted || now.size() > RenameTensorDialog::longestName)
            return showNotice(failedId,
                m_session.edits().of(node).isDeleted
                    ? tr("This tensor will be deleted. Revert that before you rename it.")
                    : tr("The name is too long to edit. Select its group and rename with a regular expression."));
        auto* const dialog = new RenameTensorDialog(m_session.edits(), node, &m_window);
        connect(dialog, &RenameTensorDialog::renamed, this, [this, opened = choice.opened, node](const QString& name) {
            if (opened == m_document.current())
                m_session.rename(node, name.toStdString());
        });
        m_renaming = dialog;
        return dialog->open();
    }
    // The dialog starts from the names with pending edits applied.
    const std::string staged = isOne && !tree.isPattern(node) ? m_tree.tensorModel()->stagedPath(node) : std::string();
    const QString prefix =
        staged.size() <= std::size_t(RenameTensorDialog::longestName) ? toQString(staged) : QString();
    auto* const dialog = new RenameGroupDialog(choice, m_session.edits(), prefix, &m_window);
    if (isOne && tree.isRole(node))
        dialog->proposePart(partOfRole(m_tree.tensorModel()->indexOf(node).data().toString()));
    connect(dialog, &RenameGroupDialog::renamed, &m_session, &EditSession::take);
    m_renaming = dialog;
    dialog->open();
}

void EditControl::showNotice(const QString& id, const QString& sentence)
{
    m_bar.setNotice(id, {.kind = NoticeKind::Warning, .text = sentence, .actions = {}});
}

void EditControl::showSaved()
{
    const QString path = m_session.savedPath();
    if (path.isEmpty())
        return m_bar.removeNotice(savedId);
    m_bar.setNotice(savedId,
        {.text = tr("Changes saved to %1. This window still shows the original with unsaved changes.")
                     .arg(shownText(QFileInfo(path).fileName())),
            .actions = {{tr("Open saved file"), [this, path] { emit openWanted(path); }}}});
}

} // namespace loupe

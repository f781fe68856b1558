#pragma once

#include "items/writing/merge_sources_model.h"
#include "views/writing/recipe_choice.h"

#include <QWidget>

class QPushButton;
class QTableView;

namespace loupe {

/// The list of checkpoints to merge. Files are added by a dialog or by dropping them, and can be removed.
class MergeList : public QWidget {
    Q_OBJECT

public:
    explicit MergeList(QWidget* parent = nullptr);

    MergeSourcesModel& sources() { return *m_sources; }
    std::vector<QWidget*> controls() const;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void chooseFiles();
    void removeSelected();
    void updateButtons();

    MergeSourcesModel* m_sources;
    QTableView* m_table;
    QPushButton* m_add;
    QPushButton* m_remove;
};

/// A MergeList as a RecipeChoice for a dialog.
class MergeChoice : public RecipeChoice {
    Q_OBJECT

public:
    explicit MergeChoice(QObject* parent = nullptr);

    MergeSourcesModel& sources() { return m_list->sources(); }

    bool isBusy() const override { return m_list->sources().isOpening(); }
    RecipeMaker recipe() const override;
    QString error() const override;
    QString hint() const override;

private:
    MergeList* m_list; ///< owned by the dialog that shows it
};

} // namespace loupe

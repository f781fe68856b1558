#pragma once

#include "items/writing/writing_request.h"

#include <QObject>
#include <QString>

#include <vector>

class QWidget;

namespace loupe {

/// The choices in a write dialog about the tensors to write, shown in rows above the output path.
class RecipeChoice : public QObject {
    Q_OBJECT

public:
    struct Row {
        QString label;
        QWidget* widget;
    };

    using QObject::QObject;

    /// The dialog that shows the widgets takes ownership.
    const std::vector<Row>& rows() const { return m_rows; }
    /// In tab order
    const std::vector<QWidget*>& controls() const { return m_controls; }
    /// True while something is being opened or computed.
    virtual bool isBusy() const = 0;
    /// Null if there is no recipe yet; then error() or hint() says why.
    virtual RecipeMaker recipe() const = 0;
    /// A sentence; empty if nothing is wrong.
    virtual QString error() const { return {}; }
    /// A sentence that says what to do or wait for before there is a recipe.
    virtual QString hint() const { return {}; }
    /// The proposed output path for the current choice; empty if there is none.
    virtual QString path() const { return {}; }

signals:
    /// recipe() or isBusy() has changed.
    void changed();
    /// Proposes an output path for the current choice. Ignored if the user has chosen one.
    void pathProposed(const QString& path);

protected:
    /// Adds a row below the others. `controls` are the widget's parts in tab order.
    void addRow(const QString& label, QWidget* widget, const std::vector<QWidget*>& controls)
    {
        m_rows.push_back({label, widget});
        m_controls.insert(m_controls.end(), controls.begin(), controls.end());
    }

private:
    std::vector<Row> m_rows;
    std::vector<QWidget*> m_controls;
};

} // namespace loupe

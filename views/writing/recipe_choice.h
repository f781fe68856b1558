#pragma once

#include "items/writing/writing_request.h"

#include <QObject>
#include <QString>

#include <vector>

class QWidget;

namespace loupe {

/// What a dialog asks about the tensors that it writes, in rows above where these are written to.
class RecipeChoice : public QObject {
    Q_OBJECT

public:
    struct Row {
        QString label;
        QWidget* widget;
    };

    using QObject::QObject;

    /// Owned from then on by whoever shows them.
    const std::vector<Row>& rows() const { return m_rows; }
    /// In tab order
    const std::vector<QWidget*>& controls() const { return m_controls; }
    /// Something is being opened or computed.
    virtual bool isBusy() const = 0;
    /// Null while there is none: then there is an error or a hint.
    virtual RecipeMaker recipe() const = 0;
    /// A sentence; empty if nothing is wrong.
    virtual QString error() const { return {}; }
    /// What to do, or to wait for, before there is a recipe; a sentence.
    virtual QString hint() const { return {}; }
    /// Where to write what is chosen now; empty if the choice has no say in it.
    virtual QString path() const { return {}; }

signals:
    /// recipe() is another, or isBusy() has changed.
    void changed();
    /// Where to write what is chosen now, unless a person has said where.
    void pathProposed(const QString& path);

protected:
    /// Beneath those before; `controls` are the parts of the widget that the key Tab goes to.
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

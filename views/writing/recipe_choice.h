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

    /// To be called once, by whoever shows them and owns them from then on.
    virtual std::vector<Row> rows() = 0;
    /// In their order, for the key Tab.
    virtual std::vector<QWidget*> controls() const = 0;
    /// Something is being opened or computed.
    virtual bool isBusy() const = 0;
    /// Null while there is none: then there is an error or a hint.
    virtual RecipeMaker recipe() const = 0;
    /// A sentence; empty where nothing is wrong.
    virtual QString error() const { return {}; }
    /// What to do, or to wait for, before there is a recipe; a sentence.
    virtual QString hint() const { return {}; }

signals:
    /// recipe() is another, or isBusy() has changed.
    void changed();
    /// Where to write what is chosen now, unless a person has said where.
    void pathProposed(const QString& path);
};

} // namespace loupe

#pragma once

#include "items/adapters/adapter_report.h"
#include "views/writing/recipe_choice.h"

class QDoubleSpinBox;

namespace loupe {

class BaseChoice;

/// The base that an adapter is merged into, and the strength of the changes.
class MergeAdapterChoice : public RecipeChoice {
    Q_OBJECT

public:
    explicit MergeAdapterChoice(AdapterReportPtr report, QObject* parent = nullptr);

    BaseChoice& base() { return *m_base; }
    QDoubleSpinBox& strength() { return *m_strength; }

    bool isBusy() const override;
    RecipeMaker recipe() const override;
    QString error() const override;
    QString hint() const override;
    /// A path next to the base, in its format if that can be written; next to the adapter while there is no base.
    QString path() const override;

private:
    BaseChoice* m_base; ///< both owned by the dialog that shows them
    QDoubleSpinBox* m_strength;
};

} // namespace loupe

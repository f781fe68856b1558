#pragma once

#include "views/adapters/computed_adapter_choice.h"

class QSpinBox;

namespace loupe {

/// The rank and the names of an adapter made from two models. It is computed on request, because this reads both models
/// several times.
class ExtractAdapterChoice : public ComputedAdapterChoice {
    Q_OBJECT

public:
    ExtractAdapterChoice(
        std::shared_ptr<const Checkpoint> base, std::shared_ptr<const Checkpoint> tuned, QObject* parent = nullptr);

    QSpinBox& rank() { return *m_rank; }
    QString path() const override;

private:
    void follow();
    ExtractOptions options() const;
    QString firstHint() const override;

    std::shared_ptr<const Checkpoint> m_from;
    std::shared_ptr<const Checkpoint> m_tuned;
    QSpinBox* m_rank; ///< owned by the dialog that shows it
};

} // namespace loupe

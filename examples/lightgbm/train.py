"""Trains a ranker with LightGBM on the examples of a shop and writes it as ONNX. See README.md."""

import json
import sys
from pathlib import Path

import lightgbm
import numpy
import pandas
from onnx import helper, save_model
from onnxmltools import convert_lightgbm
from onnxmltools.convert.common.data_types import FloatTensorType

directory = Path(sys.argv[1])
schema = json.loads((directory / "schema.json").read_text())
features = [column["name"] for column in schema["columns"][5:]]

examples = pandas.read_csv(
    directory / "examples.csv",
    dtype={name: numpy.float32 for name in features},
)
# The newest tenth of the days decides when to stop.
days = sorted(examples["day"].unique())
late = examples["day"] >= days[int(len(days) * 0.9)]


def dataset(rows: pandas.DataFrame) -> lightgbm.Dataset:
    return lightgbm.Dataset(
        rows[features].to_numpy(),
        label=rows["label"],
        weight=rows["weight"],
        group=rows.groupby("query", sort=False).size(),
        free_raw_data=False,
    )


booster = lightgbm.train(
    {
        "objective": "lambdarank",
        "metric": "ndcg",
        "eval_at": [10],
        "learning_rate": 0.05,
        "num_leaves": 31,
        "min_data_in_leaf": 200,
        "feature_fraction": 0.5,
        # A converted tree compares with float32; missing values go the default way.
        "verbosity": -1,
        "seed": 1,
    },
    dataset(examples[~late]),
    num_boost_round=500,
    valid_sets=[dataset(examples[late])],
    callbacks=[lightgbm.early_stopping(50)],
)

# The converter knows no objective of rankers. A regression has the same trees and the same raw scores.
text = booster.model_to_string(num_iteration=booster.best_iteration)
text = text.replace("objective=lambdarank", "objective=regression")
model = convert_lightgbm(
    lightgbm.Booster(model_str=text),
    initial_types=[("features", FloatTensorType([None, len(features)]))],
    target_opset=15,
)
helper.set_model_props(
    model,
    {
        "feature_schema_hash": schema["feature_schema_hash"],
        "learnt_until": schema["learnt_until"],
    },
)
save_model(model, str(directory / "model.onnx"))
print(f"{booster.best_iteration} trees are in {directory / 'model.onnx'}")

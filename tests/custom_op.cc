/* A library with an op of the name NAME, which repeats the first `count` numbers of a tensor and makes the others 0.
   Without NAME it has none; with CRASHES it prints a line and ends the process that
   loads it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"
#include "tensorflow/c/tf_status.h"
#include "tensorflow/c/tf_tensor.h"

static void shape(TF_ShapeInferenceContext* context, TF_Status* status) {
  TF_ShapeHandle* in = TF_NewShapeHandle();
  TF_ShapeInferenceContextGetInput(context, 0, in, status);
  if (TF_GetCode(status) == TF_OK) TF_ShapeInferenceContextSetOutput(context, 0, in, status);
  TF_DeleteShapeHandle(in);
}

static void* create(TF_OpKernelConstruction* construction) {
  int64_t* count = new int64_t(1);
  TF_Status* status = TF_NewStatus();
  TF_OpKernelConstruction_GetAttrInt64(construction, "count", count, status);
  TF_DeleteStatus(status);
  return count;
}

static void deleted(void* kernel) { delete static_cast<int64_t*>(kernel); }

static void compute(void* kernel, TF_OpKernelContext* context) {
  TF_Status* status = TF_NewStatus();
  TF_Tensor* in = nullptr;
  TF_GetInput(context, 0, &in, status);
  int64_t dims[8];
  int rank = TF_NumDims(in);
  for (int i = 0; i < rank; ++i) dims[i] = TF_Dim(in, i);
  int64_t size = TF_TensorElementCount(in);
  TF_Tensor* out = TF_AllocateOutput(context, 0, TF_FLOAT, dims, rank, size * sizeof(float), status);
  const float* from = static_cast<float*>(TF_TensorData(in));
  float* to = static_cast<float*>(TF_TensorData(out));
  for (int64_t i = 0; i < size; ++i) to[i] = i < *static_cast<int64_t*>(kernel) ? from[i] : 0;
  TF_DeleteTensor(in);
  TF_DeleteTensor(out);
  TF_DeleteStatus(status);
}

__attribute__((constructor)) static void registered(void) {
#ifdef CRASHES
  puts("a line of its own");
  fflush(stdout);
  abort();
#endif
#ifdef NAME
  TF_Status* status = TF_NewStatus();
  TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder(NAME);
  TF_OpDefinitionBuilderAddInput(op, "numbers: float");
  TF_OpDefinitionBuilderAddOutput(op, "first: float");
  TF_OpDefinitionBuilderAddAttr(op, "count: int = 1");
  TF_OpDefinitionBuilderSetShapeInferenceFunction(op, shape);
  TF_RegisterOpDefinition(op, status);
  TF_RegisterKernelBuilder(NAME, TF_NewKernelBuilder(NAME, "CPU", create, compute, deleted), status);
  TF_DeleteStatus(status);
#endif
}
